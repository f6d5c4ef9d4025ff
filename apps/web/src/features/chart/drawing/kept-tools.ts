import { type DrawingStyle, styleIn } from '@finlist/domain/chart/drawings'
import { read, write } from '../../../api/storage.ts'

/** Maximum number of recently used tools to show first. */
const mostUsed = 6

const objectAt = (key: string): Record<string, unknown> => {
  const value = read('drawingTools')[key]
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** The tools last used in this browser, most recent first. */
export const usedTools = (): string[] => Object.keys(objectAt('used')).toReversed()

export function keepUsed(type: string): void {
  const { [type]: _, ...others } = objectAt('used')
  const used = Object.entries({ ...others, [type]: true }).slice(-mostUsed)
  write('drawingTools', { ...read('drawingTools'), used: Object.fromEntries(used) })
}

/** The style last used for this kind of drawing. */
export const keptStyle = (type: string): Partial<DrawingStyle> => {
  const style = objectAt('styles')[type]
  return typeof style === 'object' && style !== null ? styleIn(style as Record<string, unknown>) : {}
}

export const keepStyle = (type: string, style: Partial<DrawingStyle>) =>
  write('drawingTools', { ...read('drawingTools'), styles: { ...objectAt('styles'), [type]: style } })
