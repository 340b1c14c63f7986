/** How a fan of intervals looks, whatever draws it. */

/** Ground of the estimated part. */
export const TINT = 0.05;

/** How strongly each interval is painted, by its percent; they are nested, so opacities add up. */
export const FAN_OPACITY = { 95: 0.1, 80: 0.16, 50: 0.24 } as const;
