import '../../../i18n/seldom-texts.ts'
import { Maximize, PanelRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useStored, write } from '../../../api/storage.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import type { Layout } from '../ChartBoard.tsx'
import { ToolButton } from '../ToolButton.tsx'
import type { useFull } from './use-full.ts'

const TogetherChoice = lazy(() => import('./TogetherChoice.tsx'))

/** Load it lazily. How many charts stand side by side, the list beside them, and the whole screen. */
export default function AroundButtons({ layout, full }: { layout: Layout; full: ReturnType<typeof useFull> }) {
  const t = useTranslation('around')
  const around = useStored('chartAround')
  const isOpen = around['column'] === true
  return (
    <>
      <Suspense>{layout > 1 && <TogetherChoice />}</Suspense>
      <select
        aria-label={t('layout')}
        value={layout}
        onChange={({ target }) => write('chartAround', { ...around, layout: Number(target.value) })}
        className="h-8 cursor-pointer rounded-sm bg-transparent px-1 text-13 text-ink hover:bg-wash max-md:hidden"
      >
        {([1, 2, 4] as const).map(count => (
          <option key={count} value={count} className="bg-raised">
            {t('layout.charts', { count })}
          </option>
        ))}
      </select>
      <ToolButton label={t('column')} on={isOpen} onClick={() => write('chartAround', { ...around, column: !isOpen })}>
        <PanelRight size={15} aria-hidden />
      </ToolButton>
      <ToolButton label={t('menu.full')} on={full.is} onClick={full.turn}>
        <Maximize size={15} aria-hidden />
      </ToolButton>
    </>
  )
}
