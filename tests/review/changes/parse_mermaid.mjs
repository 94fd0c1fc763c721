// Reads a list of Mermaid texts as JSON and writes what Mermaid's own parser says of each: its type, or the error.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(`${process.argv[2]}/package.json`);
const { JSDOM } = require("jsdom");
const page = new JSDOM("<!doctype html><body></body>");
globalThis.window = page.window;
globalThis.document = page.window.document;
const { default: mermaid } = await import(pathToFileURL(`${process.argv[2]}/node_modules/mermaid/dist/mermaid.core.mjs`));
mermaid.initialize({ startOnLoad: false, securityLevel: "strict" });

let text = "";
for await (const piece of process.stdin) text += piece;
const found = [];
for (const block of JSON.parse(text)) {
  try {
    found.push((await mermaid.parse(block)).diagramType);
  } catch (error) {
    found.push(`error: ${error.message}`);
  }
}
console.log(JSON.stringify(found));
process.exit(0);
