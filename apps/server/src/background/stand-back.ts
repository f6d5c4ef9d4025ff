import { setPriority } from 'node:os'

/**
 * Gives this thread the lowest CPU priority. Only on Linux, where each thread has its own priority; elsewhere this
 * would slow down the whole server.
 */
export function standBack(niceness: number): void {
  if (process.platform === 'linux') setPriority(niceness)
}
