import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { type Check, type Finding, ok, wrong } from './check.ts'

const gigabyte = 1_000_000_000
const leastBytes = 2 * gigabyte
const leastShare = 0.1

/** Checks the free disk space where the server writes and where backups are. */
export const disk: Check = {
  name: 'disk',
  async run({ config }) {
    const folders = [config.dataDir, tmpdir(), ...(config.BACKUP_DIR ? [config.BACKUP_DIR] : [])]
    return await judgeDisk([...new Set(folders)])
  },
}

/** The folder, or the nearest existing one above it. */
const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)))

export async function judgeDisk(folders: readonly string[]): Promise<Finding> {
  const room = new Map<string, string[]>()
  for (const folder of folders) {
    const found = await statfs(existing(folder))
    const free = found.bavail * found.bsize
    const share = found.bavail / found.blocks
    const told = `${(free / gigabyte).toFixed(1)} GB (${Math.floor(share * 100)} %) free`
    if (free < leastBytes || share < leastShare) return wrong(`Only ${told} at ${folder}.`, 'What to watch')
    room.set(told, [...(room.get(told) ?? []), folder])
  }
  return ok(`${[...room].map(([told, places]) => `${told} at ${places.join(', ')}`).join('; ')}.`)
}
