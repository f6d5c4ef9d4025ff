import { Fragment, type ReactNode } from 'react'

/** Renders a text in which parts are tagged like <terms>this</terms>, each through the function of that name. */
export function tagged(text: string, draw: Record<string, (inside: string) => ReactNode>): ReactNode {
  const parts = text.split(/<(\w+)>(.*?)<\/\1>/)
  return parts.map((part, index) => {
    if (index % 3 === 1) return null
    const name = index % 3 === 2 ? parts[index - 1] : undefined
    return <Fragment key={`${index}${part}`}>{name ? (draw[name]?.(part) ?? part) : part}</Fragment>
  })
}
