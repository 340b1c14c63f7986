/** Large listings of the New York Stock Exchange: one `SYMBOL Name` a line. Compiled November 2026. */
export const NYSE_LISTINGS: Readonly<Record<string, string>> = {
  NYQ: `
A Agilent Technologies
ABBV AbbVie
ABT Abbott Laboratories
ACN Accenture
ADM Archer-Daniels-Midland
AIG American International Group
ALL Allstate
AMT American Tower
ANET Arista Networks
AON Aon
APD Air Products and Chemicals
APO Apollo Global Management
AXP American Express
AZO AutoZone
BA Boeing
BABA Alibaba Group Holding
BAC Bank of America
BDX Becton, Dickinson and
BHP BHP Group
BK Bank of New York Mellon
BLK BlackRock
BMY Bristol-Myers Squibb
BP BP
BRK-A Berkshire Hathaway Inc. Class A
BRK-B Berkshire Hathaway Inc. Class B
BSX Boston Scientific
BTI British American Tobacco
BX Blackstone
C Citigroup
CAH Cardinal Health
CARR Carrier Global
CAT Caterpillar
CB Chubb
CBRE CBRE Group
CCI Crown Castle
CHD Church & Dwight
CI Cigna Group
CL Colgate-Palmolive
CMG Chipotle Mexican Grill
CMI Cummins
CNC Centene
CNI Canadian National Railway
COF Capital One Financial
COP ConocoPhillips
COR Cencora
CPNG Coupang
CRH CRH
CRM Salesforce
CTVA Corteva
CVNA Carvana Co.
CVS CVS Health
CVX Chevron
D Dominion Energy
DAL Delta Air Lines
DD DuPont de Nemours
DE Deere &
DELL Dell Technologies
DEO Diageo
DG Dollar General
DGX Quest Diagnostics
DHI D.R. Horton
DHR Danaher
DIS Walt Disney
DLR Digital Realty Trust
DOV Dover
DOW Dow
DUK Duke Energy
DVN Devon Energy
ECL Ecolab
EFX Equifax
EL Estee Lauder Companies
ELV Elevance Health
EMR Emerson Electric Co.
ENB Enbridge
EOG EOG Resources
EPD Enterprise Products Partners L.P.
EQR Equity Residential
ET Energy Transfer LP
ETN Eaton Corporation
ETR Entergy
EW Edwards Lifesciences
F Ford Motor
FCX Freeport-McMoRan
FDX FedEx
FE FirstEnergy
FIS Fidelity National Information Services
FTV Fortive
GD General Dynamics
GE GE Aerospace
GEV GE Vernova
GIS General Mills
GLW Corning
GM General Motors
GME GameStop
GPN Global Payments
GS Goldman Sachs Group
GSK GSK
GWW W.W. Grainger
HAL Halliburton
HCA HCA Healthcare
HD Home Depot
HDB HDFC Bank
HIG Hartford Insurance Group
HLT Hilton Worldwide Holdings
HSBC HSBC Holdings
HSY Hershey
HUM Humana
HWM Howmet Aerospace
IBM International Business Machines
IBN ICICI Bank
ICE Intercontinental Exchange
IFF International Flavors & Fragrances
INFY Infosys
IQV IQVIA Holdings
IR Ingersoll Rand
ITW Illinois Tool Works
JCI Johnson Controls International
JNJ Johnson & Johnson
JPM JPMorgan Chase & Co.
KKR KKR & Co.
KMB Kimberly-Clark
KMI Kinder Morgan
KO Coca-Cola
KR Kroger Co.
LEN Lennar
LHX L3Harris Technologies
LLY Eli Lilly and
LMT Lockheed Martin
LNG Cheniere Energy
LOW Lowe's Companies
LUV Southwest Airlines Co.
LVS Las Vegas Sands
MA Mastercard
MCD McDonald's
MCK McKesson
MCO Moody's
MDT Medtronic
MET MetLife
MMM 3M
MO Altria Group
MPC Marathon Petroleum
MRK Merck &
MS Morgan Stanley
MSCI MSCI
MSI Motorola Solutions
MTB M&T Bank
MUFG Mitsubishi UFJ Financial Group
NEE NextEra Energy
NEM Newmont
NET Cloudflare
NIO NIO
NKE NIKE
NOC Northrop Grumman
NOW ServiceNow
NSC Norfolk Southern
NU Nu Holdings
NUE Nucor
NVO Novo Nordisk A/S
NVR NVR
NVS Novartis
O Realty Income
ORCL Oracle
OTIS Otis Worldwide
OXY Occidental Petroleum
PBR Petroleo Brasileiro S.A. - Petrobras
PEG Public Service Enterprise Group
PFE Pfizer
PG Procter & Gamble
PGR Progressive
PH Parker-Hannifin
PINS Pinterest
PLD Prologis
PM Philip Morris International
PNC PNC Financial Services Group
PRU Prudential Financial
PSA Public Storage
PSX Phillips 66
PWR Quanta Services
QSR Restaurant Brands International
RACE Ferrari
RBLX Roblox
RCL Royal Caribbean Cruises
RDDT Reddit
RIO Rio Tinto Group
RMD ResMed
ROK Rockwell Automation
RTX RTX
RY Royal Bank of Canada
SAN Banco Santander
SAP SAP
SCHW Charles Schwab
SE Sea
SHEL Shell
SHW Sherwin-Williams
SLB SLB
SNAP Snap
SNOW Snowflake
SO Southern
SONY Sony Group
SPG Simon Property Group
SPGI S&P Global
SPOT Spotify Technology
SRE Sempra
STLA Stellantis
STT State Street
STZ Constellation Brands
SYK Stryker
SYY Sysco
T AT&T
TD Toronto-Dominion Bank
TDG TransDigm Group
TEL TE Connectivity
TFC Truist Financial
TGT Target
TJX TJX Companies
TM Toyota Motor
TMO Thermo Fisher Scientific
TRGP Targa Resources
TRV Travelers Companies
TSM Taiwan Semiconductor Manufacturing Company
TT Trane Technologies
TTE TotalEnergies
TWLO Twilio
U Unity Software
UBER Uber Technologies
UBS UBS Group
UL Unilever
UNH UnitedHealth Group
UNP Union Pacific
UPS United Parcel Service
URI United Rentals
USB U.S. Bancorp
V Visa
VALE Vale
VICI VICI Properties
VLO Valero Energy
VMC Vulcan Materials
VST Vistra
VTR Ventas
VZ Verizon Communications
WAB Westinghouse Air Brake Technologies
WEC WEC Energy Group
WELL Welltower
WFC Wells Fargo &
WM Waste Management
WMB Williams Companies
WMT Walmart
XOM Exxon Mobil
XYL Xylem
XYZ Block
YUM Yum! Brands
ZBH Zimmer Biomet Holdings
ZTS Zoetis
`,
};
