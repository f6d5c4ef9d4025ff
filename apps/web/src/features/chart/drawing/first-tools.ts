export type FirstTool = 'trend' | 'ray' | 'horizontal' | 'vertical' | 'rectangle' | 'channel' | 'fibonacci' | 'text'

/** The tools beside a desktop's chart; the others are under All tools. */
export const firstTools: readonly string[] = [
  'trend',
  'ray',
  'horizontal',
  'vertical',
  'rectangle',
  'channel',
  'fibonacci',
  'text',
] satisfies FirstTool[]
