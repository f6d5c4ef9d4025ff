import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const megabyte = 1_048_576
/** Location of memory control groups, and name of their limit file, for versions 2 and 1. */
const kinds = [
  { folder: '/sys/fs/cgroup', limit: 'memory.max' },
  { folder: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
]

/** A control group with a memory limit, such as systemd creates for `MemoryMax`. */
export type MemoryGroup = {
  /** The command prefix that starts a process in the group. */
  under: string[]
  remove(): Promise<void>
}

/** Returns undefined if this machine does not allow creating a group. */
export async function memoryGroup(megabytes: number): Promise<MemoryGroup | undefined> {
  for (const { folder, limit } of kinds) {
    const group = join(folder, `finlist-test-${process.pid}`)
    try {
      await mkdir(group)
    } catch {
      continue
    }
    try {
      // The kernel creates this file. In any other folder it is missing, so fail instead of creating it.
      await writeFile(join(group, limit), String(megabytes * megabyte), { flag: 'r+' })
      return {
        under: ['/bin/sh', '-c', `echo $$ > ${group}/cgroup.procs && exec "$@"`, 'sh'],
        remove: () => removeEmpty(group),
      }
    } catch {
      await rmdir(group)
    }
  }
  return undefined
}

/** Removes the group once its last process has ended. */
async function removeEmpty(group: string) {
  while ((await readFile(join(group, 'cgroup.procs'), 'utf8')) !== '') await wait(50)
  await rmdir(group)
}

/** Returns the peak memory of a process so far, in MB. */
export async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) / 1_024)
}
