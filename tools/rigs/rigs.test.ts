import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from '../source-files.ts'

const run = (...args: string[]) =>
  spawnSync(process.execPath, ['tools/run.mjs', 'tools/rigs/', ...args], { cwd: root, encoding: 'utf8' })

test('an unknown test rig is refused with the list of known names', () => {
  const { status, stderr } = run('nothing')
  expect(status).toBe(2)
  expect(stderr).toContain(
    'npm run rig -- cdn|debian|deploy-files|distributed|failover|machines|pooler|postgres|reports|restart',
  )
})

test('each test rig prints its own usage', () => {
  expect(run('pooler', '--help').stdout).toContain('npm run rig -- pooler')
})
