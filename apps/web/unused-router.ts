import type { Plugin } from 'vite'

/**
 * Lets the build leave out react-router's links, forms and contexts that nothing uses, 4 kB of the shell: their names
 * for React's tools are what keeps them.
 */
export function withoutUnusedRouter(): Plugin {
  return {
    name: 'finlist-without-unused-router',
    apply: 'build',
    transform: {
      filter: { id: /node_modules[\\/]react-router[\\/]/ },
      handler: code => ({ code: code.replace(/^\w+\.displayName = "\w+";$/gm, ''), map: null }),
    },
  }
}
