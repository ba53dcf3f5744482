/**
 * Calls every command of bin/ with each of the given arguments, all in this process: as processes of their own they would
 * each load the same libraries again. Prints the calls as JSON.
 *
 *     node test/bin/call-every-command.ts --help --no-such-option
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';

/** The exit code and output of a command. */
export type CommandCall = {
  readonly command: string;
  readonly argument: string;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
};

const bin = path.resolve(import.meta.dirname, '../../bin');
/** Every TypeScript file directly in bin/ is a command; code that commands share lies in folders. */
const commands = readdirSync(bin).filter((file) => file.endsWith('.ts'));
const { log, error } = console;
const calls: CommandCall[] = [];
const asked = process.argv.slice(2);
for (const command of commands) {
  for (const argument of asked) {
    const printed = { stdout: '', stderr: '' };
    Object.assign(console, {
      log: (text: string) => void (printed.stdout += `${text}\n`),
      error: (text: string) => void (printed.stderr += `${text}\n`),
    });
    const file = path.join(bin, command);
    process.argv = [process.execPath, file, argument];
    process.exitCode = 0;
    // The query makes the file another module, so that it runs again.
    await import(`${file}?${argument}`);
    calls.push({ command, argument, code: process.exitCode, ...printed });
  }
}
Object.assign(console, { log, error });
process.stdout.write(JSON.stringify(calls), () => process.exit(0));
