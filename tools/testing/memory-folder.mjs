// Chooses the folder for the tests' throwaway data. Must be valid for Node 20.
import { readFileSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const gibibyte = 2 ** 30
/** Every Linux has this folder in memory. In a container it often has only 64 MB, or programs in it may not be run. */
const inMemory = '/dev/shm'

/**
 * Makes this process and its children put temporary files in memory, if TMPDIR is not set and there is room. A test
 * database has about a thousand files; creating these takes up to a second on disk, but only 30 ms in memory.
 */
export function putTemporaryFilesInMemory() {
  if (process.env.TMPDIR || process.platform !== 'linux') return
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    const mounted = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find(line => line.split(' ')[1] === inMemory)
    if (!mounted || /\bnoexec\b/.test(mounted)) return
    const available = process.availableMemory?.() ?? freemem()
    if (bavail * bsize >= 6 * gibibyte && available >= 10 * gibibyte) process.env.TMPDIR = inMemory
  } catch {
    // The folder does not exist.
  }
}
