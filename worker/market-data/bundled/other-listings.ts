/** Large listings outside the United States, by `venue code:symbol suffix`, one `SYMBOL Name` a line; indices and coins. Compiled November 2026. */
export const OTHER_LISTINGS: Readonly<Record<string, string>> = {
  'TOR:.TO': `
RY Royal Bank of Canada
TD Toronto-Dominion Bank
SHOP Shopify
ENB Enbridge
BMO Bank of Montreal
BNS Bank of Nova Scotia
CM Canadian Imperial Bank of Commerce
CNR Canadian National Railway
CP Canadian Pacific Kansas City
CNQ Canadian Natural Resources
SU Suncor Energy
TRP TC Energy
MFC Manulife Financial
BCE BCE
ATD Alimentation Couche-Tard
CSU Constellation Software
ABX Barrick Mining
`,
  'LSE:.L': `
AZN AstraZeneca
SHEL Shell
HSBA HSBC Holdings
ULVR Unilever
BP BP
GSK GSK
RIO Rio Tinto Group
DGE Diageo
BATS British American Tobacco
REL RELX
LSEG London Stock Exchange Group
GLEN Glencore
NG National Grid
BARC Barclays
LLOY Lloyds Banking Group
NWG NatWest Group
VOD Vodafone Group Public Limited
RR Rolls-Royce Holdings
BA BAE Systems
TSCO Tesco
PRU Prudential
AAL Anglo American
CPG Compass Group
STAN Standard Chartered
IMB Imperial Brands
`,
  'GER:.DE': `
SAP SAP
SIE Siemens Aktiengesellschaft
ALV Allianz
DTE Deutsche Telekom
AIR Airbus
MUV2 Munich Re
MBG Mercedes-Benz Group
BMW Bayerische Motoren Werke Aktiengesellschaft
VOW3 Volkswagen
BAS BASF
BAYN Bayer Aktiengesellschaft
IFX Infineon Technologies
DBK Deutsche Bank Aktiengesellschaft
DHL Deutsche Post
ADS adidas
RHM Rheinmetall
ENR Siemens Energy
EOAN E.ON
RWE RWE Aktiengesellschaft
DB1 Deutsche Borse
MRK Merck KGaA
HEN3 Henkel AG & Co. KGaA
CBK Commerzbank
`,
  'PAR:.PA': `
MC LVMH Moët Hennessy - Louis Vuitton, Société Européenne
OR L'Oréal
RMS Hermès International
TTE TotalEnergies
SAN Sanofi
SU Schneider Electric S.E.
AI L'Air Liquide
BNP BNP Paribas SA
CS AXA SA
EL EssilorLuxottica
SAF Safran SA
DG Vinci SA
BN Danone
KER Kering SA
GLE Société Générale
ACA Crédit Agricole
ORA Orange
RNO Renault SA
CAP Capgemini
ENGI Engie SA
HO Thales
`,
  'AMS:.AS': `
ASML ASML Holding
PRX Prosus
INGA ING Groep
ADYEN Adyen
HEIA Heineken
AD Koninklijke Ahold Delhaize
PHIA Koninklijke Philips
WKL Wolters Kluwer
UMG Universal Music Group
`,
  'EBS:.SW': `
NESN Nestlé
ROG Roche Holding
NOVN Novartis
UBSG UBS Group
ZURN Zurich Insurance Group
ABBN ABB Ltd
CFR Compagnie Financière Richemont SA
SREN Swiss Re
LONN Lonza Group
SIKA Sika
GIVN Givaudan SA
HOLN Holcim
`,
  'MIL:.MI': `
ENEL Enel SpA
ISP Intesa Sanpaolo S.p.A.
UCG UniCredit S.p.A.
ENI Eni S.p.A.
RACE Ferrari
STLAM Stellantis
G Assicurazioni Generali S.p.A.
`,
  'MCE:.MC': `
ITX Industria de Diseño Textil
IBE Iberdrola
SAN Banco Santander
BBVA Banco Bilbao Vizcaya Argentaria
TEF Telefónica
REP Repsol
CABK CaixaBank
`,
  'CPH:.CO': `
NOVO-B Novo Nordisk A/S
DSV DSV A/S
MAERSK-B A.P. Møller - Mærsk A/S
VWS Vestas Wind Systems A/S
CARL-B Carlsberg A/S
`,
  'STO:.ST': `
VOLV-B AB Volvo
ATCO-A Atlas Copco AB
INVE-B Investor AB
ERIC-B Telefonaktiebolaget LM Ericsson
HM-B H & M Hennes & Mauritz AB
SEB-A Skandinaviska Enskilda Banken AB
`,
  'OSL:.OL': `
EQNR Equinor ASA
DNB DNB Bank ASA
TEL Telenor ASA
`,
  'HEL:.HE': `
NOKIA Nokia Oyj
KNEBV KONE Oyj
NDA-FI Nordea Bank Abp
`,
  'BRU:.BR': `
ABI Anheuser-Busch InBev SA/NV
KBC KBC Group NV
UCB UCB SA
`,
  'JPX:.T': `
7203 Toyota Motor
6758 Sony Group
9984 SoftBank Group
8306 Mitsubishi UFJ Financial Group
6861 Keyence
9983 Fast Retailing Co.
7974 Nintendo Co.
8035 Tokyo Electron
6501 Hitachi
4063 Shin-Etsu Chemical Co.
9432 NTT
8058 Mitsubishi
8001 ITOCHU
7267 Honda Motor Co.
8316 Sumitomo Mitsui Financial Group
4502 Takeda Pharmaceutical Company
6098 Recruit Holdings Co.
9433 KDDI
7011 Mitsubishi Heavy Industries
6902 DENSO CORPORATION
`,
  'HKG:.HK': `
0700 Tencent Holdings
9988 Alibaba Group Holding
0005 HSBC Holdings
0939 China Construction Bank
1299 AIA Group
3690 Meituan
1810 Xiaomi
0941 China Mobile
1398 Industrial and Commercial Bank of China
2318 Ping An Insurance (Group) Company of China
1211 BYD Company
0388 Hong Kong Exchanges and Clearing
9618 JD.com
`,
  'SHH:.SS': `
600519 Kweichow Moutai Co.
601318 Ping An Insurance (Group) Company of China
600036 China Merchants Bank Co.
601857 PetroChina Company
`,
  'SHZ:.SZ': `
300750 Contemporary Amperex Technology Co.
000858 Wuliangye Yibin Co.
002594 BYD Company
`,
  'KSC:.KS': `
005930 Samsung Electronics Co.
000660 SK hynix
373220 LG Energy Solution
005380 Hyundai Motor
035420 NAVER
000270 Kia
`,
  'TAI:.TW': `
2330 Taiwan Semiconductor Manufacturing Company
2317 Hon Hai Precision Industry Co.
2454 MediaTek
`,
  'NSI:.NS': `
RELIANCE Reliance Industries
TCS Tata Consultancy Services
HDFCBANK HDFC Bank
ICICIBANK ICICI Bank
BHARTIARTL Bharti Airtel
INFY Infosys
SBIN State Bank of India
ITC ITC
HINDUNILVR Hindustan Unilever
LT Larsen & Toubro
M&M Mahindra & Mahindra Limited
`,
  'ASX:.AX': `
BHP BHP Group
CBA Commonwealth Bank of Australia
CSL CSL
NAB National Australia Bank
WBC Westpac Banking
ANZ ANZ Group Holdings
WES Wesfarmers
MQG Macquarie Group
RIO Rio Tinto Group
FMG Fortescue Ltd
`,
  'SES:.SI': `
D05 DBS Group Holdings Ltd
O39 Oversea-Chinese Banking Corporation
U11 United Overseas Bank
`,
  'SAO:.SA': `
PETR4 Petróleo Brasileiro S.A. - Petrobras
VALE3 Vale
ITUB4 Itaú Unibanco Holding
BBDC4 Banco Bradesco
`,
  'MEX:.MX': `
WALMEX Wal-Mart de México, S.A.B. de C.V.
AMXB América Móvil, S.A.B. de C.V.
`,
  'JNB:.JO': `
NPN Naspers
FSR FirstRand
SBK Standard Bank Group
`,
  'TLV:.TA': `
TEVA Teva Pharmaceutical Industries
LUMI Bank Leumi le-Israel B.M.
`,
  'SAU:.SR': `
2222 Saudi Arabian Oil
1120 Al Rajhi Banking and Investment
`,
  SNP: `
^GSPC S&P 500
`,
  DJI: `
^DJI Dow Jones Industrial Average
`,
  NIM: `
^IXIC NASDAQ Composite
`,
  CCC: `
BTC-USD Bitcoin USD
ETH-USD Ethereum USD
SOL-USD Solana USD
XRP-USD XRP USD
BNB-USD BNB USD
DOGE-USD Dogecoin USD
ADA-USD Cardano USD
`,
};
