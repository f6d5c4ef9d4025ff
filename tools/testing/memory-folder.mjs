// Where tests put throwaway data. Must be valid for Node 20.
import { readFileSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const gibibyte = 2 ** 30
/** The folder in memory of every Linux; a container often gives it 64 MB only, or lets no program run from it. */
const inMemory = '/dev/shm'

/**
 * Lets this process and its children put temporary files into memory, if TMPDIR is not set and there is room. A database
 * of a test has about a thousand files, which take a disk up to a second to make and memory 30 ms.
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
    // There is no such folder.
  }
}
