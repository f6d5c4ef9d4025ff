import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const megabyte = 1_048_576
/** Where memory control groups are, and the name of their limit file: version 2, and version 1. */
const kinds = [
  { folder: '/sys/fs/cgroup', limit: 'memory.max' },
  { folder: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
]

/** A control group with a memory limit, as systemd makes one for `MemoryMax`. */
export type MemoryGroup = {
  /** The command prefix that starts a process in the group. */
  under: string[]
  remove(): Promise<void>
}

/** Undefined if this machine does not allow creating one. */
export async function memoryGroup(megabytes: number): Promise<MemoryGroup | undefined> {
  for (const { folder, limit } of kinds) {
    const group = join(folder, `finlist-test-${process.pid}`)
    try {
      await mkdir(group)
    } catch {
      continue
    }
    try {
      // The kernel puts the file there; in any other folder, writing would create it.
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

/** A group can be removed only a moment after its last process has ended. */
async function removeEmpty(group: string) {
  while ((await readFile(join(group, 'cgroup.procs'), 'utf8')) !== '') await wait(50)
  await rmdir(group)
}

/** The peak memory of a process so far, in MB. */
export async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) / 1_024)
}
