import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../source-files.ts'
import { Figures } from './engines/figures.ts'
import { MissingEngine, withEngines } from './engines/missing.ts'

/**
 * `npm run rig -- deploy-files`: checks each file of deploy/ with a program for its kind: systemd-analyze, caddy, nft,
 * shellcheck and promtool. Only reads; `nft -c` needs root.
 */
const deploy = join(root, 'deploy')
/** Maximum exposure that `systemd-analyze security` may report for a unit: 0 is the safest, 10 the worst. */
const mostExposure = 2
const packages = 'apt-get install --no-install-recommends systemd caddy nftables shellcheck prometheus'

await withEngines(async opened => {
  const units = mkdtempSync(join(tmpdir(), 'finlist-units-'))
  opened.push(() => rmSync(units, { recursive: true }))
  const figures = new Figures()
  for (const { name, faults } of [
    ...checkUnits(units),
    check('caddy validate', 'caddy', ['validate', '--adapter', 'caddyfile', '--config', join(deploy, 'Caddyfile')]),
    check('nft -c', 'nft', ['-c', '-f', join(deploy, 'nftables.conf')]),
    check('shellcheck', 'shellcheck', scripts()),
    check('promtool check rules', 'promtool', ['check', 'rules', join(deploy, 'prometheus-rules.yml')]),
  ]) {
    if (faults !== '') process.stdout.write(`${name}:\n${faults}\n`)
    figures.count(`${name}, faults`, faults === '' ? 0 : 1, 0)
  }
  return figures.print()
})

type Checked = { name: string; faults: string }

/**
 * Runs a program that checks a file. The program reports a fault by an exit code other than 0 or, with `isSilent`, by
 * any output at all.
 */
function check(name: string, program: string, args: string[], { isSilent = false } = {}): Checked {
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (error) throw new MissingEngine(program, packages)
  const said = `${stdout}${stderr}`.trim()
  if (status === 0 && !(isSilent && said !== '')) return { name, faults: '' }
  return { name, faults: said || `exit code ${status}` }
}

/**
 * Verifies copies of the units. In the copies, the program paths point into this checkout, because systemd-analyze
 * requires every program of a unit to exist.
 */
function checkUnits(folder: string): Checked[] {
  const names = readdirSync(deploy).filter(file => /\.(service|timer)$/.test(file))
  for (const name of names) {
    const shipped = readFileSync(join(deploy, name), 'utf8')
    const here = shipped.replaceAll('/srv/finlist', root).replaceAll('/usr/bin/node', process.execPath)
    writeFileSync(join(folder, name), here)
  }
  const paths = names.map(name => join(folder, name))
  const services = names.filter(name => name.endsWith('.service'))
  return [
    check('systemd-analyze verify', 'systemd-analyze', ['verify', ...paths], { isSilent: true }),
    ...services.map(name => {
      const args = ['security', '--offline=true', `--threshold=${mostExposure * 10}`, '--no-pager', join(deploy, name)]
      return check(`systemd-analyze security ${name}`, 'systemd-analyze', args)
    }),
  ]
}

function scripts(): string[] {
  return readdirSync(deploy)
    .map(file => join(deploy, file))
    .filter(path => readFileSync(path, 'utf8').startsWith('#!/bin/'))
}
