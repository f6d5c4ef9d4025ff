import { spawnSync } from 'node:child_process'
import { root } from '../source-files.ts'

type Finding = { severity: string; via: (string | { title: string; url: string })[]; range: string }
type Report = { vulnerabilities?: Record<string, Finding> }

/**
 * The registry's high and critical advisories for the packages used at run time. `made` is false if the registry is out
 * of reach or sends no list of advisories.
 */
export function checkAudit(): { faults: string[]; made: boolean } {
  const args = ['audit', '--omit=dev', '--json', '--fetch-timeout=10000', '--fetch-retries=0']
  const { stdout } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', timeout: 20_000 })
  return judge(stdout)
}

export function judge(printed: string): { faults: string[]; made: boolean } {
  const found = read(printed).vulnerabilities
  if (!found) return { faults: [], made: false }
  const grave = Object.entries(found).filter(([, { severity }]) => severity === 'high' || severity === 'critical')
  const why = ({ via }: Finding) => via.map(it => (typeof it === 'string' ? it : `${it.title}, ${it.url}`)).join('; ')
  return { faults: grave.map(([name, it]) => `${name} ${it.range}: ${it.severity}, ${why(it)}`), made: true }
}

function read(printed: string): Report {
  try {
    return JSON.parse(printed) as Report
  } catch {
    return {}
  }
}
