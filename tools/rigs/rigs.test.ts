import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from '../source-files.ts'

const run = (...args: string[]) =>
  spawnSync(process.execPath, ['tools/run.mjs', 'tools/rigs/', ...args], { cwd: root, encoding: 'utf8' })

test('an unknown rig is refused, with the names there are', () => {
  const { status, stderr } = run('nothing')
  expect(status).toBe(2)
  expect(stderr).toContain(
    'npm run rig -- cdn|debian|deploy-files|distributed|failover|machines|pooler|postgres|reports|restart',
  )
})

test('a rig tells its own usage', () => {
  expect(run('pooler', '--help').stdout).toContain('npm run rig -- pooler')
})
