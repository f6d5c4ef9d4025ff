import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../source-files.ts'

type Locked = { version?: string; resolved?: string; link?: boolean; os?: List; cpu?: List; libc?: List }
/** A field of package.json that is either a string or a list of strings. */
type List = string | string[]
type Lock = { packages: Record<string, Locked> }
type Manifest = Record<(typeof kinds)[number], Record<string, string> | undefined>

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
const platforms = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64']

export function checkLock(): string[] {
  const lock: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const manifests = globSync(['package.json', '{apps,packages}/*/package.json'], { cwd: root })
  return [
    ...missingPlatforms(lock.packages),
    ...hosts(lock.packages),
    ...manifests.flatMap(path => unpinned(path, JSON.parse(readFileSync(join(root, path), 'utf8')), lock.packages)),
  ]
}

/**
 * If node_modules exists when npm writes a lock file, npm omits the packages of other platforms from it, and installing
 * then fails on those platforms.
 */
function missingPlatforms(packages: Lock['packages']): string[] {
  const families = new Map<string, Set<string>>()
  for (const [path, { os, cpu, libc }] of Object.entries(packages)) {
    if (!os?.length || !cpu?.length || libc?.includes('musl')) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const family = familyOf(name)
    if (!families.has(family)) families.set(family, new Set())
    for (const system of [os].flat())
      for (const processor of [cpu].flat()) families.get(family)?.add(`${system}-${processor}`)
  }
  return [...families].flatMap(([family, has]) =>
    platforms.filter(platform => !has.has(platform)).map(platform => `${family} is not in the lock for ${platform}`),
  )
}

/**
 * The package's name with a star in place of the platform, as in `@rolldown/binding-*`. The packages of Node have a
 * different form of name.
 */
function familyOf(name: string): string {
  if (/^node-(bin-)?(linux|darwin)-/.test(name)) return 'node-*'
  const platform = /(android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|aix|win32|wasm32).*$/
  return name.replace(platform, '*').replace(/(\*).*/, '$1')
}

function hosts(packages: Lock['packages']): string[] {
  const pointing = Object.entries(packages).filter(([, it]) => !it.link && it.resolved?.includes('://'))
  return pointing.map(([path, it]) => `${path} is tied to ${it.resolved}: the registry is the reader's own choice`)
}

function unpinned(path: string, manifest: Manifest, packages: Lock['packages']): string[] {
  const home = path.replace(/\/?package\.json$/, '')
  return kinds.flatMap(kind =>
    Object.entries(manifest[kind] ?? {}).flatMap(([name, asked]) => {
      // Removes the version from an alias such as `npm:typescript@5.9.3`.
      const version = asked.replace(/^npm:@?[^@]+@/, '')
      if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) return [`${path} does not pin ${name} exactly: ${version}`]
      const locked = packages[`${home}/node_modules/${name}`] ?? packages[`node_modules/${name}`]
      if (locked?.link) return []
      return locked?.version === version
        ? []
        : [`${path} wants ${name} ${version}, the lock has ${locked?.version ?? 'none'}`]
    }),
  )
}
