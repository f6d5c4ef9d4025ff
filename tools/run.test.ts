import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './source-files.ts'

/** A released folder whose packages were pruned as docs/operate.md describes, and an npm that records its calls. */
function releasedTree() {
  const folder = mkdtempSync(join(tmpdir(), 'finlist-run-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const tree = join(folder, 'finlist')
  for (const file of ['tools/run.mjs', 'tools/toolchain.mjs', 'tools/usage.mjs', 'package.json', 'package-lock.json'])
    cpSync(join(root, file), join(tree, file))
  mkdirSync(join(tree, 'apps'))
  writeFileSync(join(tree, 'apps/command.ts'), "console.log('ran')")
  const asked = join(folder, 'npm-was-asked')
  const npm = join(folder, 'bin/npm')
  mkdirSync(dirname(npm))
  writeFileSync(npm, `#!/bin/sh\necho "$@" > '${asked}'\n`)
  chmodSync(npm, 0o755)
  return {
    tree,
    run: () => {
      const { npm_execpath: _, ...env } = process.env
      const PATH = `${dirname(npm)}:${dirname(process.execPath)}:${process.env['PATH']}`
      const done = spawnSync(process.execPath, ['tools/run.mjs', 'apps/command.ts'], {
        cwd: tree,
        env: { ...env, PATH },
        encoding: 'utf8',
      })
      return { ...done, askedNpm: existsSync(asked) }
    },
  }
}

test.for(['a release', 'a checkout'])(
  'with pruned packages, a command in %s never makes npm install packages',
  kind => {
    const { tree, run } = releasedTree()
    if (kind === 'a checkout') mkdirSync(join(tree, '.git'))
    mkdirSync(join(tree, 'node_modules'))
    writeFileSync(join(tree, 'node_modules/.package-lock.json'), JSON.stringify({ packages: {} }))
    expect(run()).toMatchObject({ status: 0, stdout: 'ran\n', askedNpm: false })
  },
)

test('without installed packages, a command says how to install them', () => {
  const done = releasedTree().run()
  expect(done).toMatchObject({ status: 1, stdout: '', askedNpm: false })
  expect(done.stderr).toContain('npm ci')
})
