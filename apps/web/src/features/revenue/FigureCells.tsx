import type { RevenueFigures } from '@finlist/contract/staff/revenue'
import { figureNames, figureText } from './figures.ts'

/** A row's cells with figures. Zeros are faded. */
export function FigureCells({ figures }: { figures: RevenueFigures }) {
  return figureNames.map(name => (
    <td key={name} className={`figures whitespace-nowrap ${figures[name] === 0 ? 'text-faded' : ''}`}>
      {figureText(name, figures[name])}
    </td>
  ))
}
