import type { Drawn } from '@finlist/domain/chart/drawings'
import { type KeyboardEvent, useRef, useState } from 'react'
import { errorMessage } from '../../../api/call-error.ts'
import { fetchTexts, useTranslation } from '../../../i18n/texts.ts'
import { showAlert } from '../../../parts/show-alert.ts'

export type OnKey = (event: KeyboardEvent, at: number) => boolean

/** The code of drawing and its texts, which a chart without drawings does not need. */
export async function loadDrawings() {
  const code = await import('./Drawings.tsx')
  await fetchTexts('drawing')
  return code
}

/** What the chart keeps of drawing while its code is not there: the tool, and who handles keys. */
export function useDrawing({ now, before, after }: Drawn) {
  const t = useTranslation()
  const [tool, setTool] = useState<string>()
  const [isChoosing, setChoosing] = useState(false)
  const keys = useRef<OnKey>(undefined)
  /** A tool that is shown as taken is ready to draw. */
  const onceLoaded = (act: () => void) =>
    void loadDrawings().then(act, (error: unknown) => showAlert(errorMessage(error) ?? t('error.unknown')))
  return {
    tool,
    take: (next: string | undefined) => (next === undefined ? setTool(undefined) : onceLoaded(() => setTool(next))),
    isChoosing,
    choose: () => onceLoaded(() => setChoosing(true)),
    chosen: () => setChoosing(false),
    keys,
    isNeeded: tool !== undefined || isChoosing || now.length + before.length + after.length > 0,
    /** Returns true when the key was for drawing. */
    onKey: (event: KeyboardEvent, at: number) => keys.current?.(event, at) ?? false,
  }
}
