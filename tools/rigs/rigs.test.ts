import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from '../source-files.ts'

const run = (...args: string[]) =>
  spawnSync(process.execPath, ['tools/run.mjs', 'tools/rigs/', ...args], { cwd: root, encoding: 'utf8' })

test('refuses an unknown rig and lists the known names', () => {
  const { status, stderr } = run('nothing')
  expect(status).toBe(2)
  expect(stderr).toContain(
    'npm run rig -- cdn|debian|deploy-files|distributed|failover|machines|pooler|postgres|reports|restart',
  )
})

test('a rig prints its own usage', () => {
  expect(run('pooler', '--help').stdout).toContain('npm run rig -- pooler')
})
