const NAME = import.meta.env.VITE_OPERATOR;

/** Who runs this installation and how to reach them, from the build's setting. */
export const RUN_BY: string = NAME
  ? `This installation is run by ${NAME}.`
  : 'The operator of this installation has not stated a name.';
