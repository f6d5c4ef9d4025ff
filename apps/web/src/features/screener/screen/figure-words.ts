import {
  type FigureGroup,
  type FigureName,
  figureGroups,
  figureNames,
  figureOf,
} from '@finlist/domain/screener/figures'
import { useTranslation } from '../../../i18n/texts.ts'

/** The names, column headings and definitions of figures and their groups. */
export function useFigureWords() {
  const t = useTranslation('screen-figures')
  return {
    nameOf: (name: FigureName) => t(name),
    headOf: (name: FigureName) => t(`${name}.short`),
    definitionOf: (name: FigureName) => t(`${name}.text`),
    groupOf: (group: FigureGroup) => t(`group.${group}`),
  }
}

/** The figures by group, in order. */
export const figuresByGroup = figureGroups.map(group => ({
  group,
  figures: figureNames.filter(name => figureOf(name).group === group),
}))
