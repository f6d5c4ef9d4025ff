import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { operatorGuide } from '../operator-guide.ts'
import { release } from '../release.ts'
import { root } from '../source-files.ts'
import { throwawayFolder } from '../throwaway-folder.ts'
import { assertDebian, bootDebian, type DebianMachine, LineFailed, packNode } from './engines/debian.ts'
import { blocksOf, fillIn, type Replacing, unusedPlaceholders } from './engines/document-lines.ts'
import { Figures } from './engines/figures.ts'
import { type Opened, withEngines } from './engines/missing.ts'

/**
 * `npm run rig -- debian`: follows docs/operate/ in a fresh Debian 12 (debootstrap, systemd-nspawn), from an empty
 * machine to a running installation, by running the lines of the document: install, upgrade from an earlier commit,
 * roll back, restore, block, export and erase a user, run a job again, change the issuer. The rig fails if it neither
 * runs a line of these chapters nor skips it with a reason. Needs root and a package registry, and takes about 15
 * minutes. `DEBIAN_ROOT` names a Debian root to copy instead of making one; `RIG_VERBOSE=1` prints the output of each
 * line.
 */
const request = "A person's request"
const joining = 'Another issuer, the same people'
const chapters = ['One machine', 'Block somebody', request, joining, 'Health']
const person = 'someone@example.com'
const publicUrl = 'https://finlist.example'
const [mailPort, neighboursPort] = ['2525', '4399']
const authorities = '/etc/finlist/authorities.pem'
const neighbours = `http://127.0.0.1:${neighboursPort}`
/** The parts of the operator guide that the rig does not follow, and what it does instead. */
const stoodIn = [
  'a certificate from a public authority: Caddy issues its own (local_certs), which NODE_EXTRA_CA_CERTS names',
  'nodejs.org and its signatures: the archive is packed from the Node and npm that run this',
  'a mail server on another machine: one on 127.0.0.1 without encryption takes every message',
  'a terminal in which to type the code of `finlist doctor --mail`: the row says "not tried"',
  'seven days until an erasure: the date is set back in the database, then the job is run',
]

type Step = {
  name: string
  chapter?: string
  lead?: string
  /** Selects lines of the block; all lines by default. */
  only?: (line: string) => boolean
  replacing?: Replacing
  folder?: string
  /** `before` runs before the lines; `after` runs after them and checks the result. */
  before?: () => Promise<unknown>
  after?: () => Promise<unknown>
}

type Earlier = { commit: string; hasCompletion: boolean }
type Prepared = { machine: DebianMachine; earlier: Earlier }

async function prepare(opened: Opened, verbose: boolean): Promise<Prepared> {
  const machine = await timed('a fresh Debian 12 boots', () =>
    bootDebian(opened, text => void (verbose && process.stdout.write(text))),
  )
  const folder = await throwawayFolder('finlist-releases')
  opened.push(folder.remove)
  const earlier = await timed('releases 0.1.0 and 0.2.0 are packed', async () => {
    const packed = packReleases(folder.path)
    for (const path of [...packed.files, packNode(folder.path)]) machine.copy(path, `root/${basename(path)}`)
    return packed.earlier
  })
  return { machine, earlier }
}

/**
 * Packs two versions: 0.2.0 from this commit with its uncommitted changes, and 0.1.0 from the newest commit that has
 * fewer migrations.
 */
function packReleases(folder: string): { files: string[]; earlier: Earlier } {
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=rig', '-c', 'user.email=rig@finlist.example', ...args], {
      cwd,
      encoding: 'utf8',
    }).trim()
  const migrations = (commit: string) =>
    git(root, 'ls-tree', '--name-only', commit, 'apps/server/src/db/migrations/').split('\n').length
  const now = git(root, 'stash', 'create') || git(root, 'rev-parse', 'HEAD')
  const all = migrations('HEAD')
  const earlier = git(root, 'rev-list', '--first-parent', 'HEAD')
    .split('\n')
    .find(commit => migrations(commit) < all)
  if (!earlier) throw new Error('no earlier commit has fewer migrations')
  const files = [
    ['0.1.0', earlier],
    ['0.2.0', now],
  ].flatMap(([version = '', commit = '']) => {
    const clone = join(folder, version)
    git(folder, 'clone', '--quiet', '--shared', '--no-checkout', root, clone)
    git(clone, 'checkout', '--quiet', '--detach', commit)
    nameVersion(clone, version)
    git(clone, 'commit', '--quiet', '--all', '--allow-empty', '--message', version)
    git(clone, 'tag', '--force', `v${version}`)
    return release(clone, folder)
  })
  const hasCompletion = git(root, 'ls-tree', earlier, 'apps/server/src/commands/finlist.ts') !== ''
  return { files, earlier: { commit: git(root, 'log', '-1', '--format=%h', earlier), hasCompletion } }
}

function nameVersion(checkout: string, version: string): void {
  const change = (file: string, by: (text: string) => string) =>
    writeFileSync(join(checkout, file), by(readFileSync(join(checkout, file), 'utf8')))
  change('package.json', text => text.replace(/"version": ".*"/, `"version": "${version}"`))
  change('CHANGELOG.md', text => text.replace('## Unreleased\n', `## Unreleased\n\n## ${version}\n`))
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const since = performance.now()
  const done = await work()
  console.log(`${((performance.now() - since) / 1_000).toFixed(1).padStart(7)} s  ${name}`)
  return done
}

/** Quotes a value in the way that the settings file requires. */
const quoted = (value: string) => (/^[\w:/.-]*$/.test(value) ? value : `"${value}"`)

class Story {
  readonly #machine: DebianMachine
  readonly #earlier: Earlier
  readonly #blocks = blocksOf(operatorGuide())
  readonly #hasRun = new Set<string>()
  #runs = 0
  #faults = 0

  constructor({ machine, earlier }: Prepared) {
    this.#machine = machine
    this.#earlier = earlier
  }

  /** Follows the guide. Stops at the first fault, because each line builds on the previous ones. */
  async tell(): Promise<number> {
    for (const step of this.#steps()) {
      try {
        await timed(step.name, () => this.#take(step))
      } catch (error) {
        if (!(error instanceof LineFailed)) throw error
        this.#faults++
        console.log(`         ✗  ${step.name}: ${error.message}`)
        break
      }
    }
    return this.#conclude()
  }

  #conclude(): number {
    const lines = this.#blocks.flatMap(({ chapter, lines: those }) => (chapters.includes(chapter) ? those : []))
    const missed = lines.filter(line => !this.#hasRun.has(line))
    for (const line of missed) console.log(`not run: ${line}`)
    for (const reason of stoodIn) console.log(`not here: ${reason}`)
    const figures = new Figures()
    const ran = lines.length - missed.length
    figures.count(
      `lines of ${chapters.length} chapters of the operator guide that ran`,
      ran,
      lines.length,
      String(lines.length),
    )
    figures.show('runs of lines, some for both versions', String(this.#runs))
    figures.count('faults', this.#faults, 0)
    return figures.print()
  }

  async #take({ chapter = 'One machine', lead, only = () => true, replacing, folder, before, after }: Step) {
    await before?.()
    if (folder) this.#machine.goTo(folder)
    if (lead !== undefined) await this.#runLines(this.#linesUnder(chapter, lead).filter(only), replacing)
    await after?.()
  }

  #linesUnder(chapter: string, lead: string): string[] {
    const lines = this.#blocks.flatMap(block => (block.chapter === chapter && block.lead === lead ? block.lines : []))
    if (lines.length === 0) throw new LineFailed(`docs/operate/ has no lines under ${chapter}, ${lead}`)
    return lines
  }

  async #runLines(lines: readonly string[], replacing?: Replacing) {
    const unused = unusedPlaceholders(lines, replacing)
    if (unused.length > 0) throw new LineFailed(`no line has the placeholder ${unused.join(', ')}`)
    for (const line of lines) {
      await this.#machine.run(fillIn(line, replacing), { online: /\b(apt|npm)\b/.test(line) })
      this.#hasRun.add(line)
      this.#runs++
    }
  }

  #steps(): Step[] {
    return [...this.#install(), ...this.#changeVersion(), ...this.#operate(), ...this.#changeIssuer()]
  }

  #install(): Step[] {
    const machine = this.#machine
    const isKey = (line: string) => line.startsWith('age-keygen')
    return [
      { name: 'programs', lead: 'Programs', folder: '/root' },
      { name: 'users and folders', lead: 'Users and folders' },
      { name: 'database', lead: 'Database' },
      { name: `archive of 0.1.0 (${this.#earlier.commit})`, lead: 'Archive' },
      {
        name: 'program 0.1.0',
        lead: 'Program',
      },
      { name: 'firewall', lead: 'Firewall', after: () => this.#expect('nft list ruleset', 'policy drop') },
      {
        name: 'key of the backups, made elsewhere',
        lead: 'Settings and keys',
        only: isKey,
        folder: '/media',
        after: () => machine.run('cp backup.pub /root/'),
      },
      {
        name: 'settings',
        lead: 'Settings and keys',
        only: line => !isKey(line),
        folder: '/srv/finlist-0.1.0',
        // Empties BACKUP_KEY_FILE, because the settings of version 0.1.0 may name a key that is not on this machine.
        after: () => this.#set({ SMTP_URL: `smtp://127.0.0.1:${mailPort}`, BACKUP_KEY_FILE: '' }),
      },
      {
        name: 'the shipped units',
        before: () => machine.run('systemd-analyze verify ./deploy/*.service ./deploy/*.timer'),
      },
      { name: 'services', lead: 'Services', after: () => this.#openAround() },
      {
        name: 'first backup, first admin, first look',
        lead: 'First backup, first admin, first look',
        only: line => this.#earlier.hasCompletion || !line.includes('finlist completion'),
        after: () => machine.run(`curl -fsS ${neighbours}/mails | grep '[1-9]'`),
      },
    ]
  }

  #changeVersion(): Step[] {
    const machine = this.#machine
    const newer = [['0.1.0', '0.2.0']] as const
    const newest = '$(ls /var/backups/finlist | tail -1)'
    return [
      {
        name: 'archive of 0.2.0',
        lead: 'Archive',
        replacing: newer,
        folder: '/root',
        before: () => machine.run(`finlist user ${person}`),
      },
      {
        name: 'program 0.2.0',
        lead: 'Program',
        replacing: newer,
        only: line => !line.startsWith('ln '),
      },
      { name: 'upgrade', lead: 'Upgrade', after: () => this.#serves('0.2.0') },
      { name: 'going back', lead: 'Going back', after: () => this.#serves('0.1.0') },
      { name: 'upgrade again', lead: 'Upgrade', after: () => this.#serves('0.2.0') },
      {
        name: 'completion of 0.2.0',
        lead: 'First backup, first admin, first look',
        only: line => line.includes('finlist completion'),
        after: () => this.#expect('finlist --version', '0.2.0'),
      },
      {
        name: 'restoring',
        lead: 'Restoring',
        folder: '/root',
        replacing: [['finlist-20261124T031000Z.gz.age', newest]],
        before: () => machine.run('cp /media/backup.key /root/ && finlist user late@example.com'),
        after: async () => {
          await this.#serves('0.2.0')
          await this.#expect(this.#sql('select email from users'), person, 'late@example.com')
        },
      },
    ]
  }

  #operate(): Step[] {
    const machine = this.#machine
    const reason = ['TEXT', '"asked by telephone"'] as const
    const today = new Date().toISOString().slice(0, 10)
    const isBlocked = this.#sql(`select 'blocked ' || (blocked_at is not null) from users where email = '${person}'`)
    const isBlock = (line: string) => line.includes('--block')
    return [
      {
        name: 'the journal keeps thirty days',
        chapter: 'Health',
        lead: '',
        only: line => line.includes('journald'),
        folder: '/srv/finlist',
      },
      {
        name: 'a job is run again',
        chapter: 'Health',
        lead: '',
        only: line => line.startsWith('finlist job'),
        replacing: [['prices-HKEX', 'purge']],
        after: () => this.#expect('finlist job log purge', 'asked for by'),
      },
      {
        name: 'a person is blocked',
        chapter: 'Block somebody',
        lead: '',
        only: isBlock,
        replacing: [reason],
        after: () => this.#expect(isBlocked, 'blocked true'),
      },
      {
        name: 'and let in again',
        chapter: 'Block somebody',
        lead: '',
        only: line => !isBlock(line),
        replacing: [reason],
        after: () => this.#expect(isBlocked, 'blocked false'),
      },
      {
        name: 'a person has the data exported and is erased',
        chapter: request,
        lead: '',
        replacing: [reason, ['2026-11-20', today]],
        after: async () => {
          await this.#expect('cat /var/lib/finlist/someone.json', person)
          await machine.run(this.#sql(`update users set deletion_at = now() where email = '${person}'`))
          await machine.run('finlist job run erase-accounts')
          await this.#expect(this.#sql('select email from users'), 'you@finlist.example', person)
        },
      },
    ]
  }

  #changeIssuer(): Step[] {
    const machine = this.#machine
    return [
      {
        name: 'another issuer',
        before: () => machine.run(`finlist user ${person}`),
        after: async () => {
          const asked = this.#linesUnder('Another issuer', '').map(line => line.split('=')[0]!)
          const given = JSON.parse(await machine.run(`curl -fsS ${neighbours}/settings`)) as Record<string, string>
          const settings = Object.fromEntries(asked.map(name => [name, given[name] ?? '']))
          await this.#set({ ...settings, OIDC_SCOPES: 'openid email', OIDC_TRUST_EMAIL: 'yes' })
          await machine.run('systemctl restart finlist')
          await this.#serves('0.2.0')
          await machine.run('finlist doctor')
        },
      },
      {
        name: 'the same person arrives and is joined',
        chapter: joining,
        lead: '',
        before: async () => {
          await this.#expect(`curl -fsS ${neighbours}/sign-in`, '"status":303')
          await this.#expect(this.#countOf(person), '2 accounts')
        },
        after: () => this.#expect(this.#countOf(person), '1 accounts'),
      },
    ]
  }

  /**
   * Starts the services around the server: a certificate authority that replaces a public one, a mail server and an
   * issuer.
   */
  async #openAround() {
    const machine = this.#machine
    const made = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'
    await machine.run(`sed -i '0,/^{$/s//{\\n\\tlocal_certs/' /etc/caddy/Caddyfile && systemctl reload caddy`)
    await machine.until(`test -e ${made}`)
    await machine.run(`install -m 640 -o root -g finlist ${made} ${authorities}`)
    await this.#set({ NODE_EXTRA_CA_CERTS: authorities })
    const program = join(root, 'tools/rigs/engines/neighbours.ts')
    machine.start(['node', program, neighboursPort!, mailPort!, publicUrl, person], {
      env: { NODE_EXTRA_CA_CERTS: authorities },
    })
    await machine.until(`curl -fsS ${neighbours}/mails`)
    await machine.run('systemctl restart finlist')
    await this.#serves('0.1.0')
  }

  /** Changes settings of /etc/finlist/finlist.env. */
  async #set(settings: Record<string, string>) {
    const path = '/etc/finlist/finlist.env'
    for (const [name, value] of Object.entries(settings))
      await this.#machine.run(`sed -i '/^${name}=/d' ${path} && echo '${name}=${quoted(value)}' >> ${path}`)
  }

  /** Checks that the server responds through Caddy and runs this version. */
  async #serves(version: string) {
    await this.#machine.until(`curl -fsS --cacert ${authorities} ${publicUrl}/api/health`)
    await this.#expect('readlink /proc/$(systemctl show -P MainPID finlist)/cwd', `/srv/finlist-${version}\n`)
  }

  #sql(query: string): string {
    return `(cd / && runuser -u postgres -- psql -At finlist -c "${query}")`
  }

  #countOf(email: string): string {
    return this.#sql(`select count(*) || ' accounts' from users where email = '${email}'`)
  }

  async #expect(line: string, text: string, without?: string) {
    const said = await this.#machine.run(line)
    if (!said.includes(text)) throw new LineFailed(`${line}\nsays nothing of ${text}:\n${said}`)
    if (without && said.includes(without)) throw new LineFailed(`${line}\nstill has ${without}:\n${said}`)
  }
}

await withEngines(async opened => {
  assertDebian()
  const verbose = process.env['RIG_VERBOSE'] === '1'
  return await new Story(await prepare(opened, verbose)).tell()
})
