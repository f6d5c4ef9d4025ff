import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../source-files.ts'
import { throwawayFolder } from '../../throwaway-folder.ts'
import { MissingEngine } from './missing.ts'

const program = ['/usr/bin/caddy', '/opt/homebrew/bin/caddy'].find(existsSync)

export function assertCaddy(): void {
  if (!program) throw new MissingEngine('Caddy', 'apt-get install caddy')
}

/** Starts Caddy with deploy/Caddyfile, on local ports and without certificates. */
export async function startCaddy(port: number, behind: number) {
  assertCaddy()
  const folder = await throwawayFolder('finlist-caddy')
  const file = join(folder.path, 'Caddyfile')
  const shipped = readFileSync(join(root, 'deploy/Caddyfile'), 'utf8')
  const configuration = shipped
    .replace(/^\{\n.*$/m, '{\n\tadmin off')
    .replace(/^finlist\.example \{$/m, `http://127.0.0.1:${port} {`)
    .replace('127.0.0.1:4100', `127.0.0.1:${behind}`)
  await writeFile(file, configuration)
  const env = { PATH: '/usr/bin:/bin', HOME: folder.path }
  const args = ['run', '--adapter', 'caddyfile', '--config', file]
  const child: ChildProcess = spawn(program!, args, { env, stdio: 'ignore' })
  return {
    base: `http://127.0.0.1:${port}`,
    async stop() {
      if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
      await folder.remove()
    },
  }
}
