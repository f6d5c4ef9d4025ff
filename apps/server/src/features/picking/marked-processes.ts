import { readdir, readFile } from 'node:fs/promises'

/**
 * Environment variable that marks the processes of a run, so that processes that have left its process group can be
 * found.
 */
export const runMark = 'FINLIST_ENGINE_RUN'

/** Kills every process with the mark in its environment, including those started in the meantime. Linux only. */
export async function killMarked(mark: string): Promise<void> {
  for (let rounds = 0; rounds < 5; rounds++) {
    const pids = await marked(mark)
    if (pids.length === 0) return
    for (const pid of pids) kill(pid)
  }
}

async function marked(mark: string): Promise<number[]> {
  const names = await readdir('/proc').catch(() => [])
  const wanted = `${runMark}=${mark}`
  const found = await Promise.all(
    names
      .filter(name => /^\d+$/.test(name))
      .map(async pid => {
        const variables = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')
        return variables.split('\0').includes(wanted) ? [Number(pid)] : []
      }),
  )
  return found.flat()
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}
