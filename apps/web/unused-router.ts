import type { Plugin } from 'vite'

/**
 * Lets the build leave out react-router's links, forms and contexts that nothing uses, 4 kB of the shell. It keeps them
 * for their names in React's tools, and because it cannot know that making one has no other effect.
 */
export function withoutUnusedRouter(): Plugin {
  return {
    name: 'finlist-without-unused-router',
    apply: 'build',
    transform: {
      filter: { id: /node_modules[\\/]react-router[\\/]/ },
      handler: code => ({
        code: code
          .replace(/^\w+\.displayName = "\w+";$/gm, '')
          .replace(/^(const \w+ = )(React\$1\.(?:forwardRef|createContext)\()/gm, '$1/* @__PURE__ */ $2'),
        map: null,
      }),
    },
  }
}
