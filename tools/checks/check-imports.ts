import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf, targetOf, withoutComments } from '../imports.ts'
import { root, sourceFiles } from '../source-files.ts'

/**
 * The folders that each folder may import, in addition to itself (diagram in docs/architecture.md). A file belongs to
 * the folder with the longest matching name. With `features/*`, each feature counts as a separate folder, so no feature
 * may import another.
 */
const ground = ['packages/i18n/src', 'packages/domain/src', 'packages/contract/src']
const serverBase = [...ground, ...['http', 'db', 'texts', 'config.ts'].map(room => `apps/server/src/${room}`)]
const serverShared = ['auth', 'market-data', 'research', 'payments', 'notifications', 'background'].map(
  room => `apps/server/src/${room}`,
)
const webBase = [...ground, 'apps/web/src/api', 'apps/web/src/i18n']
const rooms: Record<string, string[]> = {
  'packages/i18n/src': [],
  'packages/domain/src': [],
  'packages/contract/src': ['packages/i18n/src', 'packages/domain/src'],
  'packages/identity/src': ['packages/i18n/src'],
  'packages/demo-market/src': ['packages/domain/src'],
  'apps/data-sandbox/src': ['packages/domain/src', 'packages/demo-market/src'],
  'apps/pay-sandbox/src': ['packages/i18n/src'],
  'apps/server/src/environment.ts': ground,
  'apps/server/src/config.ts': [...ground, 'apps/server/src/environment.ts', 'apps/server/src/db/address.ts'],
  'apps/server/src/http': [...serverBase, 'apps/server/package.json'],
  'apps/server/src/db': [...serverBase, 'packages/identity/src'],
  ...Object.fromEntries(serverShared.map(room => [room, [...serverBase, ...serverShared]])),
  'apps/server/src/payments/provider': [...serverBase, 'apps/server/src/payments/billing-errors.ts'],
  'apps/server/src/features/*': [...serverBase, ...serverShared, 'apps/server/package.json'],
  // The front page is built in the same way as the sign-in page.
  'apps/server/src/features/welcome': [...serverBase, ...serverShared, 'packages/identity/src/pages'],
  'apps/server/src': ['apps/server/src', 'packages', 'apps/data-sandbox/src', 'apps/pay-sandbox/src'],
  'apps/web/src/ui': [],
  'apps/web/src/api': webBase,
  'apps/web/src/i18n': webBase,
  'apps/web/src/components': [...webBase, 'apps/web/src/ui'],
  'apps/web/src/features/*': [...webBase, 'apps/web/src/ui', 'apps/web/src/components'],
  'apps/web/src': ['apps/web/src', ...ground],
}

const isTest = /(^|\/)(test|e2e|bench|tools)\/|\.test\.tsx?$|^[^/]*$/
/** Only files in this folder use the payment provider's SDK. */
const speaksStripe = /^apps\/server\/src\/payments\/provider\//
const clock = /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bperformance\.now\b/

export function checkImports(files: { path: string; text: string }[] = read()): string[] {
  return files.filter(({ path }) => !isTest.test(path)).flatMap(({ path, text }) => faultsOf(path, text))
}

function faultsOf(path: string, text: string): string[] {
  const room = roomOf(path)
  if (!room) return []
  const faults: string[] = []
  for (const name of importsOf(text)) {
    const target = targetOf(path, name)
    if (target) {
      const allowed = [room.folder, ...(rooms[room.rule] ?? [])]
      if (!allowed.some(folder => isIn(folder, target))) faults.push(`${path} may not import ${name}`)
    } else if (room.rule === 'packages/domain/src')
      faults.push(`${path} may not import ${name}: the domain uses no package and no node: module`)
    else if (name === 'stripe' && path.startsWith('apps/server/src/') && !speaksStripe.test(path))
      faults.push(`${path} may not import stripe: only payments/provider speaks to it`)
    else if (room.rule === 'apps/web/src/ui' && /^(@tanstack\/react-query|react-router)/.test(name))
      faults.push(`${path} may not import ${name}: ui knows no call and no route`)
    else if (room.rule.startsWith('apps/web/') && name.startsWith('node:'))
      faults.push(`${path} may not import ${name}: a browser has no node: modules`)
  }
  if (room.rule === 'packages/domain/src' && clock.test(withoutComments(text)))
    faults.push(`${path} reads the clock or chance: the domain takes them as arguments`)
  return faults
}

function roomOf(path: string): { rule: string; folder: string } | undefined {
  const found = Object.keys(rooms)
    .map(rule => ({
      rule,
      folder: rule.endsWith('/*') ? path.split('/').slice(0, rule.split('/').length).join('/') : rule,
    }))
    .filter(({ rule, folder }) => (rule.endsWith('/*') ? path.startsWith(rule.slice(0, -1)) : isIn(folder, path)))
  return found.toSorted((a, b) => b.rule.length - a.rule.length)[0]
}

function isIn(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`) || folder === `${path}.ts`
}

function read(): { path: string; text: string }[] {
  return sourceFiles().map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
