import { spawn } from 'node:child_process'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A temporary folder for a database cluster. If this process ends without calling `remove()`, because of Ctrl-C or kill
 * -9, a small shell process that waits for this stops the database in the folder and removes the folder.
 */
export async function throwawayFolder(name: string): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(await realpath(tmpdir()), `${name}-`))
  // When this process runs as root, the database runs as another user, who needs access to the folder.
  await chmod(path, 0o755)
  const keeper = spawn('/bin/sh', ['-c', afterOurEnd, 'sh', path], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  return {
    path,
    async remove() {
      await rm(path, { recursive: true, force: true })
      keeper.stdin.end()
    },
  }
}

/**
 * The shell waits until its stdin closes, which happens when this process ends. Only then does it read the pid, because
 * the cluster may have been stopped or restarted in the meantime. If an initdb is still running, the shell gives it
 * time to notice that its folder is gone.
 */
const afterOurEnd = `
cat
pid=$(sed -n 1p "$1/postgres/postmaster.pid") && socket=$(sed -n 5p "$1/postgres/postmaster.pid")
[ -n "$pid" ] && kill -QUIT "$pid" && sleep 1 && rmdir "$socket"
rm -rf "$1"; sleep 3; rm -rf "$1"
`
