import type { GameState } from '@finlist/domain/fintrainer/play'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Key } from './Key.tsx'
import { keys, useKeys } from './use-keys.ts'
import type { Move } from './use-play.ts'

type Props = {
  /** Undefined while the level is loading. */
  state: GameState | undefined
  /**
   * Whether the next move may be made: nothing is being animated or loaded, and the pause for viewing the last result
   * is over.
   */
  isStill: boolean
  onMove: (move: Move) => void
  onNext: () => void
}

const trading = { buy: 'text-good! border-good!', sell: 'text-wrong! border-wrong!' } as const

/**
 * Buttons and keys for the player's moves. A pressed button is disabled until the next move is possible, and then has
 * the focus again.
 */
export function Moves({ state, isStill, onMove, onNext }: Props) {
  const t = useTranslation('fintrainer')
  const pressed = useRef<HTMLButtonElement>(null)
  const playing = isStill && (state === 'buy-ready' || state === 'sell-ready')
  const may = {
    day: playing,
    week: playing,
    buy: isStill && state === 'buy-ready',
    sell: isStill && state === 'sell-ready',
    next: isStill && state !== undefined,
  }
  const act = (name: keyof typeof may) => {
    if (!may[name]) return
    if (name === 'next') onNext()
    else onMove(name)
  }
  useKeys(Object.fromEntries(Object.entries(keys).map(([name, key]) => [key, () => act(name as keyof typeof may)])))
  useEffect(() => {
    const { activeElement } = document
    if (isStill && (activeElement === document.body || activeElement === pressed.current)) pressed.current?.focus()
  }, [isStill])

  const move = (name: keyof typeof may, look: 'main' | 'plain', more = '') => (
    <Button
      variant={look}
      className={`min-h-12! gap-1.5 px-1 md:whitespace-nowrap ${more}`}
      disabled={!may[name]}
      aria-keyshortcuts={keys[name]}
      onClick={({ currentTarget }) => {
        pressed.current = currentTarget
        act(name)
      }}
    >
      {t(`move.${name}`)}
      <Key name={keys[name]} />
    </Button>
  )
  return (
    <fieldset
      aria-label={t('moves')}
      className="grid grid-cols-6 gap-2 px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] md:px-5 md:py-4"
    >
      {move('day', 'main', 'col-span-3 max-md:order-4')}
      {move('week', 'plain', 'col-span-3 max-md:order-5')}
      {move('buy', 'plain', `col-span-2 max-md:order-1 md:col-span-3 ${trading.buy}`)}
      {move('sell', 'plain', `col-span-2 max-md:order-2 md:col-span-3 ${trading.sell}`)}
      {move('next', state === 'finished' ? 'main' : 'plain', 'col-span-2 max-md:order-3 md:col-span-6')}
    </fieldset>
  )
}
