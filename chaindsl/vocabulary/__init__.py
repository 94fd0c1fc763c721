"""What step bodies and signatures use: types, models, prompts, commands. It knows neither decorators nor runs."""
