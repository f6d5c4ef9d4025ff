import { readdirSync, readFileSync } from 'node:fs'
import { type ScreenColumnName, screenColumns } from '@finlist/domain/finder/columns'
import {
  type FigureName,
  type FigureView,
  figureNames,
  figureOf,
  figuresIn,
} from '@finlist/domain/finlist/board-figures'
import { expect, test } from 'vitest'
import { figureColumns } from './stock/stock-columns.tsx'

const locales = new URL('../i18n/locales/', import.meta.url)
const textsOf = (language: string, file: string) =>
  JSON.parse(readFileSync(new URL(`${language}/${file}.json`, locales), 'utf8')) as Record<string, string>
const languages = readdirSync(locales)
const row = { close: 10, buyPoint: 11, ...Object.fromEntries(figureNames.map(name => [name, 7])) }

test.each(figureNames)(
  '%s has a name and a definition in every language, a unit, and a column in each of its lists',
  name => {
    const { unit, views = ['finlist', 'finder'] as const } = figureOf(name)
    expect(views.length).toBeGreaterThan(0)
    for (const language of languages) {
      const texts = textsOf(language, 'figures')
      expect([language, texts[name]]).toEqual([language, expect.stringMatching(/^\S.{0,30}\S$/)])
      expect([language, texts[`${name}.text`]]).toEqual([language, expect.stringMatching(/^\S.{10,}[.。]$/)])
    }
    for (const view of views) {
      const column = columnIn(view, name)
      expect(column).toMatchObject({ isTerm: true, isFigure: true, isExtra: true })
      expect([column.value(row), column.cell(row, undefined)]).toEqual([
        expect.any(Number),
        expect.stringMatching(/\d/),
      ])
      expect(column.cell({ close: 10, buyPoint: -1 }, undefined)).toBe('–')
      expect(column.unit).toBe(unit)
      const said = languages.filter(language => `unit.${unit}` in textsOf(language, view))
      expect(said).toEqual(unit ? languages : [])
    }
  },
)

test.each(figuresIn('finder'))('Finder can filter by %s, for users with the right to the list', name => {
  const column = screenColumns[name as ScreenColumnName]
  expect(column).toMatchObject({ figure: expect.any(Function), isOfList: true })
})

test('every text about figures belongs to a figure, and no other column has the name of a figure', () => {
  for (const language of languages) {
    expect(Object.keys(textsOf(language, 'figures')).toSorted()).toEqual(
      figureNames.flatMap(name => [name, `${name}.text`]).toSorted(),
    )
    for (const view of ['finlist', 'finder'])
      expect(figureNames.filter(name => `column.${name}` in textsOf(language, view))).toEqual([])
  }
})

function columnIn(view: FigureView, name: FigureName) {
  const columns: Partial<Record<FigureName, ReturnType<typeof figureColumns>[keyof ReturnType<typeof figureColumns>]>> =
    figureColumns(view)
  expect(columns).toHaveProperty(name)
  return columns[name]!
}
