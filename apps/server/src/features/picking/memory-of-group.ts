import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'

const pageBytes = 4_096
const hasProc = existsSync('/proc/self/stat')

/** Total memory of the processes in a group, in bytes; 0 if there are none. */
export async function memoryOfGroup(group: number | undefined): Promise<number> {
  if (group === undefined) return 0
  return hasProc ? await byProc(group) : await byPs(group)
}

async function byProc(group: number): Promise<number> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const sizes = await Promise.all(
    pids.map(async pid => {
      const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
      // Fields of /proc/<pid>/stat after the program's name (which may contain any character): state, parent, group, …;
      // the 22nd is the memory in pages.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(fields[2]) === group ? Number(fields[21]) * pageBytes : 0
    }),
  )
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

const byPs = (group: number) =>
  new Promise<number>(resolve =>
    execFile('/bin/ps', ['-A', '-o', 'pgid=,rss='], (_, printed = '') => {
      const rows = printed.trim().split('\n')
      const sizes = rows.map(row => row.trim().split(/\s+/).map(Number))
      resolve(sizes.reduce((sum, [pgid, kilobytes = 0]) => (pgid === group ? sum + kilobytes * 1_024 : sum), 0))
    }),
  )
