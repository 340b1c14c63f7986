const OPERATOR = import.meta.env.VITE_OPERATOR;

export const RUN_BY = OPERATOR
  ? `This site is run by ${OPERATOR}.`
  : 'This site’s operator has not given a name.';

/** URL that receives a signed-in user's token; unset unless the operator has configured one. */
export const TOKEN_SERVER = import.meta.env.VITE_TOKEN_SYNC_URL;
