import type { Drawn } from '@finlist/domain/chart/drawings'
import { type KeyboardEvent, useRef, useState } from 'react'

export type OnKey = (event: KeyboardEvent, at: number) => boolean

/** The code of drawing, which a chart without drawings does not need. */
export const loadDrawings = () => import('./Drawings.tsx')

/** What the chart keeps of drawing while its code is not there: the tool, and who handles keys. */
export function useDrawing({ now, before, after }: Drawn) {
  const [tool, setTool] = useState<string>()
  const [isChoosing, setChoosing] = useState(false)
  const keys = useRef<OnKey>(undefined)
  return {
    tool,
    setTool,
    isChoosing,
    setChoosing,
    keys,
    isNeeded: tool !== undefined || isChoosing || now.length + before.length + after.length > 0,
    /** Returns true when the key was for drawing. */
    onKey: (event: KeyboardEvent, at: number) => keys.current?.(event, at) ?? false,
  }
}
