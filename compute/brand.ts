declare const brand: unique symbol;

/** A nominal type: `T` that went through the one constructor that validates it. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
