/**
 * How exchanges are spelled in front of a ticker (`XETR:SAP`, by TradingView, Google and ISO 10383) or behind it (`SAP GY`, by
 * Bloomberg; `SAP.XETRA`), each row behind the suffix that the data source uses. `-` is the source's empty suffix.
 */

const PREFIXES = `
- NASDAQ NYSE AMEX ARCA NYSEARCA NYSEAMERICAN NYSEMKT BATS OTC OTCMKTS OTCMARKETS PINK XNAS XNYS XASE ARCX US
TO TSX XTSE TOR
V TSXV CVE XTSX
NE NEO
CN CSE CNSX
L LSE LON XLON LSIN AIM UK
DE XETR ETR XETRA XETA DEX TRADEGATE GETTEX LSX
F FWB FRA XFRA FRK
SG SWB STU XSTU
MU MUN XMUN
DU DUS XDUS
HM HAM XHAM
BE BER XBER
PA EPA PAR XPAR EURONEXTPAR
AS AMS XAMS EURONEXTAMS
BR EBR BRU XBRU EURONEXTBRU
LS ELI LIS XLIS EURONEXTLIS
IR ISE XDUB EURONEXTDUB
MI MIL BIT BORSAITALIANA XMIL MTA
MC BME MCE XMAD
SW SIX SWX VTX EBS XSWX
ST OMXSTO STO XSTO
CO OMXCOP CPH XCSE
HE OMXHEX HEL XHEL
OL OSL OSE XOSL
IC OMXICE XICE
VI VIE XWBO WBAG
WA WSE GPW XWAR
PR PSECZ XPRA
BD BET XBUD
AT ATHEX ATH ASEX
IS BIST IST XIST
T TYO JPX XTKS
HK HKEX HKG SEHK XHKG
SS SSE SHA SHH SH XSHG
SZ SZSE SHE SHZ XSHE
KS KRX KOSPI XKRX KSC
KQ KOSDAQ XKOS
TW TWSE TPE XTAI
TWO TPEX
NS NSE NSI XNSE
BO BSE BOM XBOM
AX ASX XASX
NZ NZX NZE XNZE
SI SGX SES XSES
SA BMFBOVESPA BVMF BOVESPA B3 SAO
MX BMV MEX XMEX
JO JSE JNB XJSE
TA TASE TLV XTAE
SR TADAWUL SAU XSAU
BA BCBA BYMA BUE XBUE
SN BCS SGO XSGO
KL MYX KLSE KLS XKLS
JK IDX JKT XIDX
BK SET BKK XBKK`;

/** Bloomberg's exchange codes and, where they have another meaning there or none, common country codes. */
const WORDS = `
- US UN UW UQ UA UP UR UV
TO CN CT CA
V CV
L LN UK GB
DE GY GR DE
F GF
PA FP FR
AS NA NL
BR BB BE
LS PL PT
IR ID
MI IM
MC SM ES
SW SW SE VX
ST SS
CO DC DK
HE FH FI
OL NO
VI AV
WA PW
PR CP
BD HB
AT GA
IS TI TR
T JP JT
HK HK
SS CG
SZ CS
KS KS KP KR
KQ KQ
TW TT TW
NS IN IS
BO IB
AX AU
NZ NZ
SI SP SG
SA BZ BS BR
MX MM MX
JO SJ ZA
TA IL
SR AB
BA AR
SN CI CL
KL MK
JK IJ
BK TB`;

/** The source's suffix by spelling; `''` for the United States. */
type Spellings = ReadonlyMap<string, string>;

function spellings(rows: string): Spellings {
  const suffixes = new Map<string, string>();
  for (const row of rows.trim().split('\n')) {
    const [suffix = '', ...names] = row.split(' ');
    for (const name of names) if (!suffixes.has(name)) suffixes.set(name, suffix === '-' ? '' : suffix);
  }
  return suffixes;
}

export const SUFFIX_OF_PREFIX: Spellings = /* @__PURE__ */ spellings(PREFIXES);
export const SUFFIX_OF_WORD: Spellings = /* @__PURE__ */ spellings(WORDS);

/** The data source's own suffixes. */
export const SUFFIXES: ReadonlySet<string> = /* @__PURE__ */ new Set(
  PREFIXES.trim()
    .split('\n')
    .map((row) => row.split(' ', 1)[0] ?? ''),
);

/** Exchanges share the prefix `EURONEXT:`; Paris has most of its listings. */
export const EURONEXT_SUFFIXES = ['PA', 'AS', 'BR', 'LS', 'IR'] as const;
