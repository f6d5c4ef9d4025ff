import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { operatorGuide } from '../../operator-guide.ts'
import { throwawayFolder } from '../../throwaway-folder.ts'
import { MissingEngine } from './missing.ts'

const program = ['/usr/sbin/haproxy', '/opt/homebrew/bin/haproxy'].find(existsSync)

export function assertHAProxy(): void {
  if (!program) throw new MissingEngine('HAProxy', 'apt-get install haproxy')
}

/** The HAProxy configuration in docs/operate/scale.md. */
export function haproxyOfTheDocuments(): string {
  const [, configuration = ''] = /```\n(defaults\n {2}mode http\n.*?)```/s.exec(operatorGuide()) ?? []
  return configuration
}

/**
 * Starts HAProxy with the documented configuration, but with other addresses and without a certificate. All servers
 * behind it listen on the same port.
 */
export async function startBalancer(port: number, addresses: readonly string[], behind: number) {
  assertHAProxy()
  const folder = await throwawayFolder('finlist-balancer')
  const file = join(folder.path, 'haproxy.cfg')
  const servers = addresses.map((address, n) => `  server app${n + 1} ${address}:${behind}\n`).join('')
  const configuration = haproxyOfTheDocuments()
    .replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${port}`)
    .replace(/^( {2}server .*\n)+/m, servers)
  await writeFile(file, configuration)
  const child: ChildProcess = spawn(program!, ['-db', '-f', file], { stdio: 'ignore' })
  return {
    base: `http://127.0.0.1:${port}`,
    async stop() {
      if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
      await folder.remove()
    },
  }
}
