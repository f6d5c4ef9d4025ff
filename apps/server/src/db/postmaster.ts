import { execFile } from 'node:child_process'
import { constants, open, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { codeOf, ignore } from './postgres-home.ts'

/**
 * The cluster's running postmaster. Verifies that the process is PostgreSQL, because after a power cut the pid may
 * belong to another program.
 */
export async function postmaster(cluster: string): Promise<{ pid: number; socket: string } | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  return (await isPostmaster(pid, cluster)) ? { pid, socket: lines[4] ?? '' } : undefined
}

export async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform === 'linux') {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const [file = '', ...args] = command.split('\0')
    return basename(file) === 'postgres' && args.includes(cluster)
  }
  const command = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => undefined)
  return command?.stdout.includes(`/postgres -D ${cluster} `) ?? false
}

export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/**
 * Prepares a stale lock file for the next start. PostgreSQL refuses to start while the pid in the file is alive, even
 * if that pid belongs to another program after a power cut. Replaces such a pid with our own, because PostgreSQL
 * accepts the pid of its parent. Keeps the other lines, from which PostgreSQL detects old backends that still run.
 */
export async function disown(lockFile: string, cluster: string): Promise<void> {
  // O_NOFOLLOW: a symbolic link in another user's folder must not make root write elsewhere.
  const file = await open(lockFile, constants.O_RDWR | constants.O_NOFOLLOW).catch(ignore('ENOENT'))
  if (!file) return
  const content = await file.readFile('utf8')
  const { mtimeMs } = await file.stat()
  const [pid = '', ...rest] = content.split('\n')
  if (pid === '' && Date.now() - mtimeMs > 5000) await rm(lockFile)
  else if (isAlive(Number(pid)) && !(await isPostmaster(Number(pid), cluster))) {
    await file.truncate(0)
    await file.write([process.pid, ...rest].join('\n'), 0)
  }
  await file.close()
}
