import { figureNames } from '@finlist/domain/finlist/board-figures'

/** The words of the glossary, in its order. */
export const termGroups = {
  list: [
    'percivalScore', 'patternType', 'base', 'CUP', 'CWH', 'FB', 'DB', 'BASE', 'pivot', 'breakout', 'buyPoint',
    ...figureNames, 'volumeChange', 'rsLine',
  ],
  rules: ['stop', 'chase', 'target', 'average', 'riskMultiple'],
  market: ['breadth', 'marketState', 'rallyAttempt', 'followThrough', 'distribution'],
  holdings: ['ccass', 'participant'],
} as const // biome-ignore format: a list
export type TermName = (typeof termGroups)[keyof typeof termGroups][number]
