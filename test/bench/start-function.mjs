/**
 * Starts one function as Lambda does and calls it once: `start-function.mjs <bundle> [event]`. Prints the CPU of both in
 * milliseconds. Without types, so that nothing is loaded before it that Lambda has not.
 */
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';

// Lambda's own client has these before it loads a function.
const require = createRequire(import.meta.url);
for (const name of ['node:http', 'node:net', 'node:fs', 'node:path']) require(name);

const [, , bundle, event] = process.argv;
const spentMs = (since) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

const before = process.cpuUsage();
const { handler } = await import(bundle);
await setImmediate();
const initMs = spentMs(before);

let firstMs;
if (event !== undefined) {
  const called = process.cpuUsage();
  const { statusCode } = await handler(JSON.parse(event), {});
  firstMs = spentMs(called);
  if (statusCode !== 200) throw new Error(`${bundle} answers ${statusCode}`);
}
process.stdout.write(`\n${JSON.stringify({ initMs, firstMs })}\n`, () => process.exit(0));
