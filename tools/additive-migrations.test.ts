import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { copiedTables, spreadTables } from '../apps/server/src/db/spread.ts'
import { root } from './source-files.ts'

/** Matches statements that remove something that a process of the previous version may still use. */
const takesAway =
  /\bdrop\s+(table|column|view)\b|\brename\b|\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b|\bset\s+not\s+null\b|\badd\s+column\b(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i

const migrations = ['packages/identity/migrations', 'apps/server/src/db/migrations'].flatMap(folder =>
  readdirSync(join(root, folder)).map(name => ({ name, sql: readFileSync(join(root, folder, name), 'utf8') })),
)

it('the upgrade instructions name each migration that removes something that the previous version uses', () => {
  const upgrade = readFileSync(join(root, 'docs/operate/upgrade.md'), 'utf8')
  const taking = migrations.filter(({ sql }) => takesAway.test(sql.replace(/--.*$/gm, '')))
  const untold = taking.map(({ name }) => name.replace(/\.sql$/, '')).filter(name => !upgrade.includes(`\`${name}\``))
  expect(untold).toEqual([])
})

it('statements that remove something are distinguished from those that only add', () => {
  for (const sql of [
    'drop table holding;',
    'alter table users rename column name to known_as;',
    'alter table users alter column name set not null;',
    'alter table users alter name type int;',
    'alter table users add column x int not null;',
  ])
    expect(`${sql} ${takesAway.test(sql)}`).toBe(`${sql} true`)
  for (const sql of [
    "alter table users add column x text not null default '';",
    'alter table users add column x int, drop constraint users_x_check;',
    'create table renamed (type text not null);',
  ])
    expect(`${sql} ${takesAway.test(sql)}`).toBe(`${sql} false`)
})

/** The newest migration that may have run before a database's bars were distributed over several nodes. */
const lastBefore = '219'
/** Matches a change of a table whose rows are on several nodes. Citus sends the statement's full text to every node. */
const changesSpread = new RegExp(
  `\\b(?:alter\\s+table|drop\\s+table|(?:index|trigger)\\b[^;]*?\\bon)\\s+(?:${[...spreadTables, ...copiedTables].join('|')})\\b`,
  'i',
)
const statementsOf = (sql: string) =>
  sql
    .replace(/--.*$/gm, '')
    .split(';')
    .filter(part => part.trim() !== '').length

it('a migration that changes a distributed table is a single statement', () => {
  const many = migrations.filter(
    ({ name, sql }) => name > `${lastBefore}-` && changesSpread.test(sql) && statementsOf(sql) > 1,
  )
  expect(many.map(({ name }) => name)).toEqual([])
})

it('a statement that changes a distributed table is recognised', () => {
  for (const sql of [
    'alter table bar add column x int',
    'create index bar_x on bar (x)',
    'drop table bar_history',
    'create or replace trigger bar_x after insert on bar for each row execute function x()',
    'alter table unconfirmed_bar add column x int',
  ])
    expect(`${sql} ${changesSpread.test(sql)}`).toBe(`${sql} true`)
  for (const sql of ['create table bar_note (x int)', 'alter table bar_deletion add column x int', 'select from bar'])
    expect(`${sql} ${changesSpread.test(sql)}`).toBe(`${sql} false`)
})
