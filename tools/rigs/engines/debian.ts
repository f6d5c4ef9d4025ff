import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../../source-files.ts'
import { throwawayFolder } from '../../throwaway-folder.ts'
import { MissingEngine, type Opened } from './missing.ts'

const mirror = process.env['DEBIAN_MIRROR'] ?? 'http://deb.debian.org/debian'
const programs = ['debootstrap', 'systemd-nspawn', 'nsenter', 'setpriv']
const packages = 'apt-get install --no-install-recommends debootstrap systemd-container, as root'
/**
 * The path, in the Debian machine, of the certificates that the host trusts. They are needed for a package registry
 * behind a private proxy.
 */
const outerAuthorities = '/etc/ssl/outer.pem'

export function assertDebian(): void {
  if (process.getuid?.() !== 0) throw new MissingEngine('A root shell', 'run it as root')
  for (const program of programs)
    if (spawnSync('which', [program]).status !== 0) throw new MissingEngine(program, packages)
}

/** Thrown when a line exits with a code other than 0. The message includes its output. */
export class LineFailed extends Error {}

/**
 * A Debian 12 with its own systemd, in a throwaway folder. It ends with this process. It runs in separate namespaces,
 * so it mounts nothing on this machine, and its network is isolated. `online` runs a command in this machine's network
 * instead, for package registries.
 */
export class DebianMachine {
  readonly folder: string
  readonly #leader: number
  readonly #log: (text: string) => void
  #workingFolder = '/root'

  constructor(folder: string, leader: number, log: (text: string) => void) {
    this.folder = folder
    this.#leader = leader
    this.#log = log
  }

  /** Runs a shell line as root, in the folder where the previous line ended; returns its output. */
  async run(line: string, { online = false } = {}): Promise<string> {
    // `set -e` is not used, because it would ignore a failure before `&&`.
    const script = `cd ${this.#workingFolder} || exit\n${line}\ncode=$?\npwd > /run/working-folder\nexit $code`
    const child = this.start(['bash', '-o', 'pipefail', '-c', script], { online })
    const printed: string[] = []
    for (const out of [child.stdout, child.stderr])
      out?.on('data', (data: Buffer) => {
        printed.push(data.toString())
        this.#log(data.toString())
      })
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0) throw new LineFailed(`${line}\nended with ${code}:\n${printed.join('')}`)
    this.#workingFolder = (await this.#read('/run/working-folder')).trim()
    return printed.join('')
  }

  /** Starts a program inside the machine. The program ends with the machine. */
  start(command: readonly string[], { online = false, env = {} as Record<string, string> } = {}): ChildProcess {
    const namespaces = ['--mount', '--uts', '--ipc', '--pid', ...(online ? [] : ['--net'])]
    const variables = { ...shellVariables, ...(online && registryVariables()), ...env }
    const args = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
    const within = ['--target', String(this.#leader), ...namespaces, '--', 'env', '-i', ...args, ...command]
    return spawn('nsenter', within, { stdio: ['ignore', 'pipe', 'pipe'] })
  }

  /** Runs a line repeatedly until it succeeds. */
  async until(line: string, seconds = 60): Promise<string> {
    for (const end = Date.now() + seconds * 1_000; ; await wait(500)) {
      try {
        return await this.run(line)
      } catch (error) {
        if (Date.now() > end) throw error
      }
    }
  }

  lay(path: string, content: string): void {
    writeFileSync(join(this.folder, path), content)
  }

  copy(from: string, to: string): void {
    copyFileSync(from, join(this.folder, to))
  }

  goTo(folder: string): void {
    this.#workingFolder = folder
  }

  async #read(path: string): Promise<string> {
    const child = this.start(['cat', path])
    const parts: Buffer[] = []
    child.stdout?.on('data', (data: Buffer) => parts.push(data))
    await once(child, 'close')
    return Buffer.concat(parts).toString()
  }
}

const shellVariables = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
  DEBIAN_FRONTEND: 'noninteractive',
}

/** The host's environment variables that are needed to reach package registries. */
function registryVariables(): Record<string, string> {
  const named = [
    'http_proxy',
    'https_proxy',
    'no_proxy',
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'NO_PROXY',
    'npm_config_registry',
  ]
  return {
    ...Object.fromEntries(named.flatMap(name => (process.env[name] ? [[name, process.env[name]]] : []))),
    ...(process.env['NODE_EXTRA_CA_CERTS'] && { NODE_EXTRA_CA_CERTS: outerAuthorities }),
  }
}

/**
 * Makes the machine and boots it. If `DEBIAN_ROOT` names a folder made earlier by debootstrap, that folder is copied,
 * which saves time while developing a rig.
 */
export async function bootDebian(opened: Opened, log: (text: string) => void): Promise<DebianMachine> {
  const { path, remove } = await throwawayFolder('finlist-debian')
  opened.push(remove)
  const folder = join(path, 'root')
  const made = process.env['DEBIAN_ROOT']
  if (made) execFileSync('cp', ['-a', resolve(made), folder])
  else log(execFileSync('debootstrap', ['bookworm', folder, mirror], { encoding: 'utf8', maxBuffer: 100_000_000 }))
  layRegistries(folder)
  return new DebianMachine(folder, await boot(folder, opened, log), log)
}

/** Configures apt and npm in the machine to use the host's registries and to ask no questions. */
function layRegistries(folder: string): void {
  const apt = join(folder, 'etc/apt/apt.conf.d')
  writeFileSync(join(apt, '90unattended'), 'APT::Get::Assume-Yes "true";\nDpkg::Use-Pty "false";\n')
  const ours = execFileSync('apt-config', ['dump', 'Acquire'], { encoding: 'utf8' })
  const lines = ours.split('\n').filter(line => /^Acquire::(https?::|Check-)/i.test(line))
  writeFileSync(join(apt, '91outer'), lines.map(line => `${line}\n`).join(''))
  mkdirSync(join(folder, 'etc/ssl'), { recursive: true })
  const authorities = process.env['NODE_EXTRA_CA_CERTS']
  if (authorities && existsSync(authorities)) copyFileSync(authorities, join(folder, outerAuthorities))
  appendFileSync(join(folder, 'etc/hosts'), '127.0.0.1 localhost finlist.example\n')
}

/**
 * Boots the machine and returns the process id of its systemd. This checkout is mounted read-only, under the same path
 * as on the host.
 */
async function boot(folder: string, opened: Opened, log: (text: string) => void): Promise<number> {
  const options = ['--boot', '--private-network', '--register=no', '--keep-unit', '--resolv-conf=off', '--quiet']
  const args = ['--directory', folder, ...options, '--machine=finlist-rig', `--bind-ro=${root}`]
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'systemd-nspawn', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const out of [child.stdout, child.stderr]) out.on('data', (data: Buffer) => log(data.toString()))
  let leader: number | undefined
  opened.push(async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
    if (leader) kill(leader)
    // Waits for the machine's end, because the folder can be removed only once nothing inside the machine writes to it.
    for (const end = Date.now() + 10_000; leader && existsSync(`/proc/${leader}`) && Date.now() < end; ) await wait(100)
  })
  for (const end = Date.now() + 120_000; ; await wait(300)) {
    leader = childOf(child.pid!)
    if (leader && isUp(leader)) {
      endWithThis(leader)
      return leader
    }
    if (child.exitCode !== null || Date.now() > end) throw new Error('the Debian machine does not boot')
  }
}

/** Ends the machine even if this process is killed; otherwise the machine's systemd would outlive systemd-nspawn. */
function endWithThis(leader: number): void {
  const watch = `while kill -0 ${process.pid}; do kill -0 ${leader} || exit; sleep 1; done; kill -9 ${leader}`
  spawn('sh', ['-c', watch], { detached: true, stdio: 'ignore' }).unref()
}

/** Kills the machine's systemd. Everything else in its namespace ends with it. */
function kill(leader: number): void {
  try {
    process.kill(leader, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

function isUp(leader: number): boolean {
  const within = ['--target', String(leader), '--mount', '--pid', 'systemctl', 'is-system-running']
  const { stdout } = spawnSync('nsenter', within, { encoding: 'utf8' })
  return ['running', 'degraded'].includes(stdout.trim())
}

function childOf(pid: number): number | undefined {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return listed === '' ? undefined : Number(listed.split(' ')[0])
}

/** Packs an archive of Node like those of nodejs.org, from the Node and npm that run this program. */
export function packNode(folder: string): string {
  const name = `node-${process.version}-linux-x64`
  const within = join(folder, name)
  mkdirSync(join(within, 'bin'), { recursive: true })
  copyFileSync(process.execPath, join(within, 'bin/node'))
  const npm = dirname(dirname(process.env['npm_execpath'] ?? '/usr/lib/node_modules/npm/bin/npm-cli.js'))
  cpSync(npm, join(within, 'lib/node_modules/npm'), { recursive: true })
  for (const command of ['npm', 'npx'])
    execFileSync('ln', ['-s', `../lib/node_modules/npm/bin/${command}-cli.js`, join(within, 'bin', command)])
  const archive = join(folder, `${name}.tar.xz`)
  execFileSync('tar', ['-cJf', archive, '-C', folder, name], { env: { ...process.env, XZ_OPT: '-0' } })
  return archive
}
