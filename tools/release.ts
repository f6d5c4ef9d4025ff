import { execFileSync } from 'node:child_process'
import { createHash, hash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { root } from './source-files.ts'

/**
 * `npm run release`: builds the release of this version from its tag into `.data/release/`: the archive, the list of
 * its components (CycloneDX) and the checksums of both. The checked-out commit must carry the tag of the version in
 * package.json (`git tag -s v0.1.0`) and have no uncommitted changes, and CHANGELOG.md must have an entry for it. The
 * same commit always produces the same bytes.
 */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    for (const path of release(root, join(root, '.data/release'))) process.stdout.write(`${path}\n`)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}

/** Returns the files that it has written. */
export function release(folder: string, out: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, maxBuffer: 1_000_000_000, stdio: ['ignore', 'pipe', 'pipe'] })
  const line = (...args: string[]) =>
    git(...args)
      .toString()
      .trim()
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const tag = `v${version}`
  const head = line('rev-parse', 'HEAD')
  if (line('tag', '--list', tag) === '') throw new Error(`There is no tag ${tag}: git tag -s ${tag}`)
  if (line('rev-parse', `${tag}^{commit}`) !== head)
    throw new Error(`${tag} is another commit than the one checked out`)
  if (line('status', '--porcelain') !== '')
    throw new Error('Something is changed since the commit: commit it, or put it aside')
  const told = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')
  if (!told.split('\n').includes(`## ${version}`)) throw new Error(`CHANGELOG.md has no heading "## ${version}"`)

  const name = `finlist-${version}`
  const files = [
    {
      name: `${name}.tar.gz`,
      content: gzipSync(git('archive', '--format=tar', `--prefix=${name}/`, head), { level: 9 }),
    },
    { name: `${name}.cdx.json`, content: partsOf(folder, { head, at: line('show', '-s', '--format=%cI', head) }) },
  ]
  const sums = files.map(file => `${hash('sha256', file.content)}  ${file.name}\n`).join('')
  mkdirSync(out, { recursive: true })
  return [...files, { name: `${name}.sha256`, content: sums }].map(file => {
    writeFileSync(join(out, file.name), file.content)
    return join(out, file.name)
  })
}

/**
 * The packages that are installed with the server, read from the lock file, each with its name, version, licence and
 * checksum.
 */
function partsOf(folder: string, { head, at }: { head: string; at: string }): Buffer {
  const args = ['sbom', '--package-lock-only', '--omit=dev', '--omit=optional', '--sbom-format=cyclonedx']
  const told = execFileSync('npm', args, { cwd: folder, maxBuffer: 100_000_000, stdio: ['ignore', 'pipe', 'pipe'] })
  const parts = JSON.parse(told.toString()) as {
    serialNumber: string
    metadata: { timestamp: string; component: { name: string } }
  }
  const id = createHash('sha256').update(head).digest('hex')
  parts.serialNumber = `urn:uuid:${[id.slice(0, 8), id.slice(8, 12), `5${id.slice(13, 16)}`, `8${id.slice(17, 20)}`, id.slice(20, 32)].join('-')}`
  parts.metadata.timestamp = new Date(at).toISOString()
  // npm names the component after the folder that it is in.
  parts.metadata.component.name = 'finlist'
  return Buffer.from(`${JSON.stringify(parts, null, 2)}\n`)
}
