import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addressOf, DatabaseAddress } from '../db/address.ts'
import { restore } from '../db/restore.ts'
import { ownTarget } from '../db/restore-target.ts'
import { type Check, type Finding, notTried, ok, reasonOf, wrong } from './check.ts'

const see = 'Back up and restore'
const hourMs = 3_600_000
/**
 * Age, in hours, at which the newest backup is too old. More than 24, because a nightly backup may start later on some
 * nights.
 */
const mostHours = 26

/** Checks that the newest backup is no older than 26 hours and can be restored. */
export const backup: Check = {
  name: 'backup',
  async run({ config, databaseUrl, now }) {
    const { BACKUP_DIR: folder, BACKUP_KEY_FILE: keyFile } = config
    if (!folder) return notTried('Set BACKUP_DIR to the folder where backups are laid.', see)
    return await tryBackup({ folder, keyFile, databaseUrl, now })
  },
}

type Backups = { folder: string; keyFile: string; databaseUrl: string; now: number }

/** Restores the folder's newest backup (*.gz, or *.gz.age encrypted with age) into a temporary database. */
export async function tryBackup({ folder, keyFile, databaseUrl, now }: Backups): Promise<Finding> {
  const newest = await newestOf(folder).catch((error: unknown) => new Error(reasonOf(error)))
  if (newest instanceof Error) return wrong(`${folder} cannot be read: ${newest.message}.`, see)
  if (!newest) return wrong(`There is no backup in ${folder}.`, see)
  if (newest.endsWith('.age') && !keyFile) {
    const hours = Math.floor((now - (await stat(newest)).mtimeMs) / hourMs)
    if (hours >= mostHours) return wrong(`The newest backup, ${newest}, is ${hours} hours old.`, see)
    return notTried(
      `${newest} is ${hours} hours old and encrypted for a key that is not here: have BACKUP_KEY_FILE name the key for one run, or restore it where the key is.`,
      see,
    )
  }
  const scratch = await mkdtemp(join(tmpdir(), 'finlist-doctor-'))
  try {
    const file = newest.endsWith('.age') ? join(scratch, 'backup.gz') : newest
    if (file !== newest) await decrypt(newest, keyFile, file)
    const { at, tables, rows } = await onScratchDatabase(databaseUrl, url =>
      restore(file, async name => (name === 'finlist' ? ownTarget(url) : undefined)),
    )
    const hours = Math.floor((now - Date.parse(at)) / hourMs)
    if (hours >= mostHours) return wrong(`The newest backup, ${newest}, is ${hours} hours old.`, see)
    return ok(`${newest} is ${hours} hours old and was restored: ${tables} tables, ${rows} rows.`)
  } catch (error) {
    if (error instanceof NoScratchDatabase)
      return notTried(
        `${newest} could not be tried: no database may be made (${error.message}). As PostgreSQL's own user: alter role finlist createdb`,
        see,
      )
    return wrong(`${newest} cannot be restored: ${reasonOf(error)}.`, see)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function newestOf(folder: string): Promise<string | undefined> {
  const files = (await readdir(folder)).filter(name => /\.gz(\.age)?$/.test(name)).map(name => join(folder, name))
  const dated = await Promise.all(files.map(async file => ({ file, at: (await stat(file)).mtimeMs })))
  return dated.toSorted((one, other) => other.at - one.at)[0]?.file
}

async function decrypt(file: string, keyFile: string, to: string): Promise<void> {
  await promisify(execFile)('age', ['--decrypt', '--identity', keyFile, '--output', to, file]).catch(
    (error: unknown) => {
      const { code, stderr, message } = error as { code?: unknown; stderr?: string; message: string }
      throw new Error(code === 'ENOENT' ? 'the program age is not installed' : stderr?.trim().split('\n')[0] || message)
    },
  )
}

class NoScratchDatabase extends Error {}

async function onScratchDatabase<T>(databaseUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `finlist_doctor_${randomBytes(6).toString('hex')}`
  const client = new DatabaseAddress(databaseUrl).client({ application_name: 'finlist doctor' })
  await client.connect()
  try {
    await client.query(`create database ${name}`).catch((error: unknown) => {
      throw new NoScratchDatabase(reasonOf(error))
    })
    try {
      return await work(addressOf(name, databaseUrl))
    } finally {
      await client.query(`drop database ${name} with (force)`)
    }
  } finally {
    await client.end()
  }
}
