import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageIds } from '../../packages/i18n/src/languages.ts'
import { root } from '../source-files.ts'

type Texts = { [key: string]: string | Texts }

/** The folders that have one file, or one folder of files, per language. */
const homes = [
  'apps/web/src/i18n/locales',
  'apps/server/src/texts',
  'apps/pay-sandbox/src/texts',
  'packages/contract/src/texts',
  'packages/contract/src/names',
  'packages/identity/src/texts',
]

const [first, ...others] = languageIds

/** Checks that every text exists in every language, with the same placeholders as in the first language. */
export function checkLocales(): string[] {
  return homes
    .filter(home => existsSync(join(root, home)))
    .flatMap(home => [
      ...others.flatMap(other => differences(home, read(home, first), read(home, other), other)),
      ...[...read(home, 'zh')].flatMap(([key, text]) => chineseFaults(text).map(fault => `${home}: ${key} ${fault}`)),
    ])
}

/** The rules of Hong Kong usage that a Chinese text breaks. */
export function chineseFaults(text: string): string[] {
  return chineseRules.filter(([wrong]) => wrong.test(text)).map(([, fault]) => fault)
}

const chineseRules = [
  [/[\p{Script=Han}）」』》]\s*:|:\s*[\p{Script=Han}（「『《]/u, 'has ":" beside Chinese: write "："'],
  [/什[麼么]/u, 'has 什麼: write 甚麼'],
  [/(?:\d|\}\}) ?天/u, 'counts days as 天: write 日'],
] as const

function differences(home: string, texts: Map<string, string>, theirs: Map<string, string>, other: string): string[] {
  const onlyIn = (here: Map<string, string>, there: Map<string, string>, language: string) =>
    [...here.keys()].filter(key => !there.has(key)).map(key => `${home}: ${key} is missing in ${language}`)
  const unlike = [...texts].filter(
    ([key, text]) => theirs.has(key) && placeholders(text) !== placeholders(theirs.get(key) ?? ''),
  )
  const faults = unlike.map(([key]) => `${home}: ${key} has other placeholders in ${other} than in ${first}`)
  return [...onlyIn(texts, theirs, other), ...onlyIn(theirs, texts, first), ...faults]
}

/** The texts of a language. Chinese has one plural form, so two English plural keys count as one. */
function read(home: string, language: string): Map<string, string> {
  const folder = join(root, home, language)
  const texts = new Map<string, string>()
  const files = existsSync(folder) ? readdirSync(folder).map(name => join(folder, name)) : [`${folder}.json`]
  for (const file of files.filter(path => path.endsWith('.json') && existsSync(path)))
    for (const [key, text] of flat(JSON.parse(readFileSync(file, 'utf8'))))
      texts.set(
        `${files.length > 1 ? `${file.slice(folder.length + 1, -5)}:` : ''}${key.replace(/_(one|other)$/, '')}`,
        text,
      )
  return texts
}

function flat(texts: Texts, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[prefix + key, text]] : flat(text, `${prefix}${key}.`),
  )
}

function placeholders(text: string): string {
  const found = text.match(/\{\{?[^{}]*\}\}?|<\/?\w+\/?>/g) ?? []
  return [...new Set(found.map(it => it.replaceAll(' ', '')))].toSorted().join(' ')
}
