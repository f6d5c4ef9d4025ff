import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { release } from './release.ts'

const folder = mkdtempSync(join(tmpdir(), 'finlist-release-'))
const out = mkdtempSync(join(tmpdir(), 'finlist-released-'))
afterAll(() => {
  for (const path of [folder, out]) rmSync(path, { recursive: true })
})
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@demo.example', ...args], { cwd: folder, stdio: 'pipe' })
const lay = (name: string, content: string) => writeFileSync(join(folder, name), content)
const commit = () => {
  git('add', '.')
  git('commit', '--quiet', '--message', 'a change')
}

test('the release of a tag has an archive, its list of components and checksums, and is byte-identical each time', {
  tags: ['slow'],
}, () => {
  git('init', '--quiet')
  lay('package.json', JSON.stringify({ name: 'finlist', version: '1.2.3', private: true }))
  lay(
    'package-lock.json',
    JSON.stringify({
      name: 'finlist',
      version: '1.2.3',
      lockfileVersion: 3,
      packages: { '': { name: 'finlist', version: '1.2.3' } },
    }),
  )
  lay('CHANGELOG.md', '# Changes\n\n## Unreleased\n')
  commit()
  expect(() => release(folder, out)).toThrow('There is no tag v1.2.3: git tag -s v1.2.3')
  git('tag', 'v1.2.3')
  expect(() => release(folder, out)).toThrow('CHANGELOG.md has no heading "## 1.2.3"')
  lay('CHANGELOG.md', '# Changes\n\n## 1.2.3\n')
  commit()
  expect(() => release(folder, out)).toThrow('v1.2.3 is another commit')
  git('tag', '--force', 'v1.2.3')
  lay('new.txt', 'not committed')
  expect(() => release(folder, out)).toThrow('Something is changed')
  rmSync(join(folder, 'new.txt'))

  const files = release(folder, out)
  expect(files.map(path => path.slice(out.length + 1))).toEqual([
    'finlist-1.2.3.tar.gz',
    'finlist-1.2.3.cdx.json',
    'finlist-1.2.3.sha256',
  ])
  execFileSync('sha256sum', ['--check', '--strict', 'finlist-1.2.3.sha256'], { cwd: out, stdio: 'pipe' })
  const listed = execFileSync('tar', ['-tzf', files[0]!], { encoding: 'utf8' })
  expect(listed).toContain('finlist-1.2.3/CHANGELOG.md\n')
  expect(listed).not.toContain('.git/')
  expect(JSON.parse(readFileSync(files[1]!, 'utf8'))).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'finlist', version: '1.2.3' } },
  })
  const before = files.map(path => readFileSync(path))
  expect(release(folder, out).map(path => readFileSync(path))).toEqual(before)
})
