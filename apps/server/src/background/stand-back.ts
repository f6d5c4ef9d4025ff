import { setPriority } from 'node:os'

/** Lets all else go first that the machine has to do. On Linux a thread has a priority of its own; elsewhere it would be the whole server's. */
export function standBack(niceness: number): void {
  if (process.platform === 'linux') setPriority(niceness)
}
