/** Where the sprite of coin pictures is; written by the build (web/build/coin-sprite.ts). */
declare module 'virtual:coin-sprite' {
  export const coinSpriteUrl: string;
}
