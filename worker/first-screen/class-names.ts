/** `card_head` is `.head` of `card.module.css`; its global classes follow, because only the bundler reads `composes`. */
export const wide = 'first-screen_wide';
export const star = 'button_icon bare first-screen_later first-screen_star';
export const report = 'stock-page_report stack';
export const column = 'stock-page_column stack';
export const card = 'card_card surface';
export const cardHead = 'card_head spread';
export const cardFlush = 'card_body card_flush';
export const cardFooter = 'card_footer caption';
export const company = 'header-card_company ellipsis note';
export const signalReasons = 'header-card_why first-screen_later';
export const provenance = 'header-card_provenance caption cluster';
export const source = 'header-card_source cluster';
export const sampleMark = 'header-card_sample chip';
export const actions = 'header-card_actions first-screen_later';
export const tile = 'card_tile surface';
export const rest = 'prediction-chart_rest note first-screen_phone';
export const caption = 'chart-figure_caption first-screen_later';
export const details = 'chart-figure_details disclosure';

/** Tones are global classes too. */
export const badge = (tone: string): string => `badge_badge badge_${tone} ${tone}`;
export const delta = (tone: string): string => `badge_delta ${tone}`;
