import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { root } from './source-files.ts'

/** Runs a program of node_modules. Returns its output if it fails, otherwise an empty string. */
export function toolOutput(file: string, args: string[], cwd = root): Promise<string> {
  return new Promise(resolve => {
    const options = { cwd, env: { ...process.env, NO_COLOR: '1' }, maxBuffer: 50_000_000 }
    execFile(process.execPath, [join(root, 'node_modules', file), ...args], options, (error, stdout, stderr) =>
      resolve(error ? `${stdout}${stderr}`.trim() || error.message : ''),
    )
  })
}
